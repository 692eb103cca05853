//! Prices of items: gifts, and prices of several pieces.

use super::lifecycle::{move_items, order_card, pay_order, quote_order};
use crate::support::{CLIENT, item_body, on_both};
use serde_json::{Value, json};

fn yuan(amount: &str) -> Value {
    json!({"amount": amount, "currency": "CNY"})
}

#[apply(on_both)]
async fn gift_is_an_item_like_others(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (order, paid) = super::draft_with_item(&client).await;
    let path = format!("/client/orders/{order}");
    let gift = |price: Value| {
        let mut item = item_body();
        (item["title"], item["price"]) = (json!("Подарок"), price);
        item
    };
    let items = format!("{path}/items");
    let added = client.post(&items, gift(json!("0"))).await.expect(201);
    assert_eq!((&added["price"], &added["total"]), (&yuan("0.00"), &yuan("0.00")));
    let extension = app.extension_of(CLIENT).await;
    let captured = extension
        .post(&format!("/api/ext/drafts/{order}/items"), gift(json!(0)))
        .await;
    assert_eq!(captured.expect_within_statements(201, 8)["item"]["price"], yuan("0.00"));
    let refused = client
        .post(&items, gift(json!("-1")))
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(refused["errors"]["price"][0]["params"]["min"], 0, "{refused}");

    // A price becomes a gift, and back.
    let of_paid = format!("{items}/{}", paid["id"]);
    for price in ["0", "28.50"] {
        let changed = client
            .patch(&of_paid, json!({"price": price}))
            .await
            .expect_within_statements(200, 10);
        assert_eq!(changed["price"]["amount"], if price == "0" { "0.00" } else { price });
    }
    let _ = client
        .post(&format!("{path}/submit"), json!({}))
        .await
        .expect_within_statements(200, 7);
    let agents = format!("/agent/orders/{order}/items/{}", added["id"]);
    let priced = owner
        .patch(&agents, json!({"price": "5"}))
        .await
        .expect_within_statements(200, 16);
    assert_eq!(priced["agent_price"], yuan("5.00"));
    let free = owner
        .patch(&agents, json!({"price": 0}))
        .await
        .expect_within_statements(200, 16);
    assert_eq!((&free["agent_price"], &free["total"]), (&yuan("0.00"), &yuan("0.00")));

    let quoted = quote_order(&owner, order).await;
    assert_eq!(quoted["total"], yuan("85.50"));
    super::lifecycle::adjust_balance(&owner, 1, "100", "CNY").await;
    let _ = pay_order(&client, order, "CNY").await;
    let card = order_card(&owner, order).await;
    let bought = move_items(&owner, &card, json!({"step": "buy"})).await;
    assert_eq!(
        bought["data"].as_array().map(Vec::len),
        Some(3),
        "gifts are bought with the rest"
    );

    // An order of gifts has nothing to pay: the refusal says so.
    let empty = super::create_draft(&client).await;
    let _ = client
        .post(&format!("/client/orders/{empty}/items"), gift(json!("0")))
        .await
        .expect(201);
    let submit = format!("/client/orders/{empty}/submit");
    let _ = client.post(&submit, json!({})).await.expect_within_statements(200, 7);
    let _ = owner
        .post(&format!("/agent/orders/{empty}/quote"), json!({"rate": "12.5"}))
        .await
        .expect_problem(409, "nothing_to_pay");
}

#[apply(on_both)]
async fn price_of_several_pieces_is_rounded_once(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = super::create_draft(&client).await;
    let path = format!("/client/orders/{order}");
    let items = format!("{path}/items");
    let lot = |price: &str, per: Option<i64>, quantity: i64| {
        let mut item = item_body();
        (item["price"], item["quantity"], item["min_quantity"]) = (json!(price), json!(quantity), json!(100));
        if let Some(per) = per {
            item["price_per"] = json!(per);
        }
        item
    };
    // 0.008 yuan each, and 100 yuan for 100.
    let small = client.post(&items, lot("0.008", None, 1_001)).await.expect(201);
    assert_eq!(
        (
            &small["price"],
            &small["price_per"],
            &small["total"],
            &small["min_quantity"]
        ),
        (&yuan("0.08"), &json!(10), &yuan("8.01"), &json!(100)),
        "8.008"
    );
    let large = client.post(&items, lot("100", Some(100), 250)).await.expect(201);
    assert_eq!((&large["price_per"], &large["total"]), (&json!(100), &yuan("250.00")));
    let total = async || client.get(&path).await.expect(200)["total"].clone();
    assert_eq!(total().await, yuan("258.01"));
    for (price, per, field) in [
        ("1", Some(0), "price_per"),
        ("1", Some(2_000_000), "price_per"),
        ("0.000000001", None, "price"),
    ] {
        let refused = client
            .post(&items, lot(price, per, 1))
            .await
            .expect_problem(422, "validation_failed");
        assert!(refused["errors"][field].is_array(), "{refused}");
    }
    let of_small = format!("{items}/{}", small["id"]);
    let refused = client
        .patch(&of_small, json!({"price_per": 5}))
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(
        refused["errors"]["price"][0]["code"], "required",
        "a number of pieces needs a price"
    );
    let changed = client
        .patch(&of_small, json!({"price": "0.25", "price_per": 3, "quantity": 10}))
        .await
        .expect_within_statements(200, 10);
    assert_eq!(
        (&changed["price_per"], &changed["total"]),
        (&json!(3), &yuan("0.83")),
        "0.8333"
    );
    assert_eq!(total().await, yuan("250.83"));

    let _ = client
        .post(&format!("{path}/submit"), json!({}))
        .await
        .expect_within_statements(200, 7);
    let agents = |item: &Value| format!("/agent/orders/{order}/items/{}", item["id"]);
    let priced = owner
        .patch(
            &agents(&large),
            json!({"price": "99.90", "price_per": 100, "quantity": 251}),
        )
        .await
        .expect_within_statements(200, 16);
    assert_eq!(
        (&priced["agent_price_per"], &priced["total"]),
        (&json!(100), &yuan("250.75")),
        "250.749"
    );
    assert_eq!(total().await, yuan("251.58"));
    // A part of an item is rounded on its own, and the total follows.
    let split = format!("{}/split", agents(&small));
    let _ = owner
        .post(&split, json!({"quantity": 4}))
        .await
        .expect_within_statements(201, 16);
    let card = order_card(&owner, order).await;
    assert_eq!(card["total"], yuan("251.58"), "0.50 and 0.33");
    let history = owner.get(&format!("/agent/orders/{order}/history")).await.expect(200);
    let text = history.to_string();
    assert!(text.contains("price_per") && text.contains("agent_price_per"), "{text}");

    let quoted = quote_order(&owner, order).await;
    assert_eq!(quoted["total"], yuan("251.58"));
    let money = client
        .get(&format!("{path}/calculation"))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(money["calculation"]["charges"][0]["amount"], yuan("251.58"));
    super::lifecycle::adjust_balance(&owner, 1, "300", "CNY").await;
    let _ = pay_order(&client, order, "CNY").await;
    let refunds = format!("/agent/orders/{order}/refunds");
    let refunded = owner
        .post(&refunds, json!({"item_id": large["id"], "reason": "нет в продаже"}))
        .await
        .expect_within_statements(201, 26);
    assert_eq!(
        refunded["refunds"][0]["amount"],
        yuan("250.75"),
        "what the item cost in the quote"
    );
}

#[apply(on_both)]
async fn sums_that_have_to_be_paid_say_that_zero_is_no_sum(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (_, item) = crate::shipments::item_in_warehouse(&app).await;
    let shipment = crate::shipments::quoted_shipment(&owner, &item).await;
    let quote = json!({"step": "quote", "cost": "0", "rate": "12.5"});
    let price = owner.post(&format!("/agent/shipments/{shipment}/moves"), quote).await;
    let topup = client
        .post("/client/balance/requests", json!({"amount": "0", "currency": "RUB"}))
        .await;
    for (refused, field) in [(price, "cost"), (topup, "amount")] {
        let problem = refused.expect_problem(422, "validation_failed");
        assert_eq!(problem["errors"][field][0]["code"], "not_positive", "{problem}");
        assert_eq!(problem["errors"][field][0]["message"], "must be above zero");
    }
}
