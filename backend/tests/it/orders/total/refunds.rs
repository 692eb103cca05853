//! The amounts that refunds of items return.

use super::{assert_total, order_of_two, set_commission};
use crate::{
    orders::{
        lifecycle::{adjust_balance, order_card, paid_order, pay_order, quote_order},
        submitted_order,
    },
    services::enable_service,
    support::on_both,
};
use serde_json::{Value, json};

#[apply(on_both)]
async fn canceled_order_keeps_what_was_not_refunded(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = paid_order(&app).await;
    let _ = owner
        .post(
            &format!("/agent/orders/{order}/cancel"),
            json!({"reason": "магазин закрылся"}),
        )
        .await
        .expect_within_statements(200, 22);
    assert_total(&owner, &client, order, "0.00").await;
}

#[apply(on_both)]
async fn item_that_was_never_bought_is_refunded_with_its_commission(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    set_commission(&owner, 0).await;
    let (order, card) = order_of_two(&owner, &client).await;
    let _ = quote_order(&owner, order).await;
    assert_total(&owner, &client, order, "138.05").await;
    adjust_balance(&owner, 1, "200", "CNY").await;
    let _ = pay_order(&client, order, "CNY").await;
    let _ = owner
        .post(
            "/agent/items/moves",
            json!({"step": "buy", "items": [card["items"][0]["id"]]}),
        )
        .await
        .expect_within_statements(200, 16);
    let refunds = format!("/agent/orders/{order}/refunds");
    // 40.00 for the item, and 4.00 of the commission of 12.55.
    let never_bought = owner
        .post(
            &refunds,
            json!({"item_id": card["items"][1]["id"], "reason": "нет в продаже"}),
        )
        .await
        .expect_within_statements(201, 24);
    assert_eq!(
        never_bought["refunds"][0]["amount"],
        json!({"amount": "44.00", "currency": "CNY"})
    );
    assert_total(&owner, &client, order, "94.05").await;
    let bought = owner
        .post(&refunds, json!({"item_id": card["items"][0]["id"], "reason": "брак"}))
        .await
        .expect_within_statements(201, 24);
    assert_eq!(
        bought["refunds"][1]["amount"],
        json!({"amount": "85.50", "currency": "CNY"}),
        "the purchase was made, so its commission stays"
    );
    assert_total(&owner, &client, order, "8.55").await;
}

#[apply(on_both)]
async fn whole_order_that_was_never_bought_is_refunded_to_the_last_kopeck(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    set_commission(&owner, 777).await;
    let order = submitted_order(&client).await;
    let _ = quote_order(&owner, order).await;
    adjust_balance(&owner, 1, "2000", "RUB").await;
    let _ = pay_order(&client, order, "RUB").await;
    let card = order_card(&owner, order).await;
    let refunded = owner
        .post(
            &format!("/agent/orders/{order}/refunds"),
            json!({"item_id": card["items"][0]["id"], "reason": "нет"}),
        )
        .await
        .expect_within_statements(201, 28);
    assert_eq!(refunded["settlement"]["left"]["amount"], "0.00");
    assert_eq!(
        client.get("/client/balance").await.expect(200)["accounts"][0]["amount"],
        "2000.00"
    );
}

#[apply(on_both)]
async fn partial_refund_of_an_item_stores_its_own_amount(app: App) {
    let owner = app.owner().await;
    let order = paid_order(&app).await;
    let item = order_card(&owner, order).await["items"][0]["id"].clone();
    let refunds = format!("/agent/orders/{order}/refunds");
    let _ = owner
        .post(&refunds, json!({"item_id": item, "amount": "5000", "reason": "много"}))
        .await
        .expect_problem(409, "refund_too_large");
    let _ = owner
        .post(&refunds, json!({"item_id": item, "amount": "10", "reason": "царапина"}))
        .await
        .expect_within_statements(201, 36);
    assert_eq!(
        app.count("order_items", &format!("id = {item} AND refunded_minor = 1000"))
            .await,
        1
    );
}

#[apply(on_both)]
async fn order_without_items_before_the_purchase_is_canceled_and_refunded(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    set_commission(&owner, 0).await;
    let photo = enable_service(&owner, "photo", Some("3.50")).await;
    let (order, card) = order_of_two(&owner, &client).await;
    let path = format!("/agent/orders/{order}");
    let (first, second) = (&card["items"][0]["id"], &card["items"][1]["id"]);
    let _ = owner
        .post(&format!("{path}/items/{first}/services"), json!({"service_id": photo}))
        .await
        .expect_within_statements(201, 20);
    let _ = owner
        .patch(
            &format!("{path}/groups/{}", card["groups"][0]["id"]),
            json!({"domestic": "8"}),
        )
        .await
        .expect_within_statements(200, 14);
    let _ = quote_order(&owner, order).await;
    adjust_balance(&owner, 1, "3000", "RUB").await;
    let _ = pay_order(&client, order, "RUB").await;
    // 125.50 of goods, 8 of shipping within China, 12.55 of commission, 3.50 for the photo: 149.55 yuan.
    let preview = async |item: &Value| owner.get(&format!("{path}/items/{item}/refund")).await.expect(200);
    assert_eq!(preview(first).await["cancels_order"], false, "another item is left");
    let refunds = format!("{path}/refunds");
    let refund = async |item: &Value, statements: u32| {
        owner
            .post(&refunds, json!({"item_id": item, "reason": "нет в продаже"}))
            .await
            .expect_within_statements(201, statements)
    };
    let one = refund(first, 24).await;
    assert_eq!(
        one["settlement"]["refunded"]["amount"], "1275.63",
        "85.50, 8.55 of commission and 8 of its shop's shipping at 12.5"
    );
    assert_eq!(order_card(&owner, order).await["status"], "paid");

    let shown = preview(second).await;
    assert_eq!(
        (
            &shown["cancels_order"],
            &shown["amount"]["amount"],
            &shown["left"]["amount"]
        ),
        (&json!(true), &json!("550.00"), &json!("593.75"))
    );
    let two = refund(second, 40).await;
    assert_eq!(
        (
            &two["settlement"]["left"]["amount"],
            &two["settlement"]["paid"]["amount"]
        ),
        (&json!("0.00"), &json!("1869.38"))
    );
    let amounts: Vec<_> = two["refunds"].as_array().expect("refunds").iter().collect();
    assert_eq!(amounts.len(), 3, "two items, and what was left: {two}");
    assert_eq!(amounts[2]["item_id"], Value::Null);
    assert_eq!(
        client.get("/client/balance").await.expect(200)["accounts"][0]["amount"],
        "3000.00"
    );
    let canceled = client.get(&format!("/client/orders/{order}")).await.expect(200);
    assert_eq!(canceled["status"], "canceled");
    assert_total(&owner, &client, order, "0.00").await;
    let services = owner.get(&format!("{path}/services")).await.expect(200);
    assert_eq!(services["services"][0]["status"], "canceled");
}
