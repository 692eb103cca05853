//! Deliveries of fewer pieces than were bought: refunds of pieces.

use super::{adjust_balance, move_items, order_card, pay_order, quote_order};
use crate::support::{Actor, App, on_both};
use serde_json::{Value, json};

/// A bought order of ten pieces at 10 yuan and five at 20, paid in yuan, with 9 yuan of shipping within China. Returns the order and
/// the ids of its items.
pub(super) async fn bought_order(app: &App) -> (Actor, Actor, i64, [Value; 2]) {
    let (owner, client) = (app.owner().await, app.client().await);
    let commission = json!({"commission": {"percent": "10", "minimum_minor": 0}});
    let _ = owner
        .patch("/agent/settings/conditions", commission)
        .await
        .expect_within_statements(200, 30);
    let order = crate::orders::create_draft(&client).await;
    let mut items = Vec::new();
    for (number, price, quantity) in [(1, "10", 10), (2, "20", 5)] {
        let item = client
            .post(
                &format!("/client/orders/{order}/items"),
                json!({"title": format!("Кружка {number}"), "url": format!("https://detail.1688.com/offer/{number}.html"),
                    "price": price, "currency": "CNY", "quantity": quantity, "shop": {"name": "Лавка"}}),
            )
            .await
            .expect_within_statements(201, 30);
        items.push(item["id"].clone());
    }
    let _ = client
        .post(&format!("/client/orders/{order}/submit"), json!({}))
        .await
        .expect_within_statements(200, 30);
    let card = order_card(&owner, order).await;
    let group = format!("/agent/orders/{order}/groups/{}", card["groups"][0]["id"]);
    let _ = owner
        .patch(&group, json!({"domestic": "9"}))
        .await
        .expect_within_statements(200, 30);
    let _ = quote_order(&owner, order).await;
    adjust_balance(&owner, 1, "1000", "CNY").await;
    let _ = pay_order(&client, order, "CNY").await;
    let _ = move_items(&owner, &order_card(&owner, order).await, json!({"step": "buy"})).await;
    (owner, client, order, [items[0].clone(), items[1].clone()])
}

pub(super) async fn move_item(owner: &Actor, item: &Value, mut body: Value) -> Value {
    body["items"] = json!([item]);
    let moved = owner
        .post("/agent/items/moves", body)
        .await
        .expect_within_statements(200, 26);
    moved["data"][0]["status"].clone()
}

pub(super) async fn shown_item(owner: &Actor, order: i64, id: &Value) -> Value {
    let card = order_card(owner, order).await;
    let items = card["items"].as_array().expect("items").clone();
    items.into_iter().find(|item| item["id"] == *id).expect("the item")
}

#[apply(on_both)]
async fn refund_of_a_short_delivery_sends_on_what_came(app: App) {
    let (owner, client, order, [first, second]) = bought_order(&app).await;
    let refunds = format!("/agent/orders/{order}/refunds");
    let preview = format!("/agent/orders/{order}/items/{first}/refund");
    assert_eq!(
        move_item(&owner, &first, json!({"step": "receive", "counted_quantity": 8})).await,
        "problem"
    );
    assert_eq!(
        move_item(&owner, &second, json!({"step": "receive"})).await,
        "at_warehouse"
    );

    let shown = owner.get(&preview).await.expect(200);
    assert_eq!(
        (
            &shown["quantity"],
            &shown["quantity_missing"],
            &shown["quantity_left"],
            &shown["amount"]["amount"]
        ),
        (&json!(2), &json!(2), &json!(10), &json!("20.90"))
    );
    assert_eq!(
        (&shown["item_left"]["amount"], &shown["domestic"]["amount"]),
        (&json!("114.50"), &json!("0.90")),
        "100 for the goods, 10 of commission, 4.50 of the shipping"
    );
    let one = owner.get(&format!("{preview}?quantity=1")).await.expect(200);
    assert_eq!(
        (&one["quantity"], &one["amount"]["amount"]),
        (&json!(1), &json!("10.45"))
    );
    let all = owner.get(&format!("{preview}?quantity=10")).await.expect(200);
    assert_eq!(
        (&all["amount"]["amount"], &all["domestic"]["amount"]),
        (&json!("100.90"), &json!("0.90")),
        "the shop has sent what came"
    );
    let _ = owner
        .get(&format!("{preview}?quantity=11"))
        .await
        .expect_problem(422, "validation_failed");

    // One piece, then the other: the refunds add up, and the other eight continue.
    let _ = owner
        .post(
            &refunds,
            json!({"item_id": first, "quantity": 1, "reason": "не пришла"}),
        )
        .await
        .expect_within_statements(201, 28);
    let item = shown_item(&owner, order, &first).await;
    assert_eq!(
        (&item["status"], &item["refunded_quantity"]),
        (&json!("problem"), &json!(1))
    );
    let money = owner
        .post(&refunds, json!({"item_id": first, "reason": "не пришла вторая"}))
        .await
        .expect_within_statements(201, 30);
    assert_eq!(
        (
            &money["refunds"][1]["quantity"],
            &money["refunds"][1]["amount"]["amount"],
            &money["settlement"]["refunded"]["amount"]
        ),
        (&json!(1), &json!("10.45"), &json!("20.90"))
    );
    let item = shown_item(&owner, order, &first).await;
    assert_eq!(
        (&item["status"], &item["refunded_quantity"], &item["problem_reason"]),
        (&json!("at_warehouse"), &json!(2), &Value::Null)
    );
    assert_eq!(order_card(&owner, order).await["status"], "at_warehouse");
    let packed = owner
        .post("/agent/shipments", json!({"client_id": 1, "items": [first, second]}))
        .await
        .expect_within_statements(201, 30);
    assert_eq!(
        packed["items"]
            .as_array()
            .expect("items")
            .iter()
            .map(|item| item["quantity"].clone())
            .collect::<Vec<_>>(),
        [json!(8), json!(5)]
    );

    // Pieces in a shipment are not refunded; their price is lowered by at most the amount that was paid for the item.
    let _ = owner
        .post(&refunds, json!({"item_id": first, "quantity": 1, "reason": "ещё"}))
        .await
        .expect_problem(422, "validation_failed");
    let _ = owner
        .post(&refunds, json!({"item_id": first, "reason": "ещё"}))
        .await
        .expect_problem(422, "validation_failed");
    let too_much = owner
        .post(
            &refunds,
            json!({"item_id": first, "quantity": 0, "amount": "93.61", "reason": "брак"}),
        )
        .await
        .expect_problem(409, "refund_too_large");
    assert_eq!(
        too_much["refundable_amount"]["amount"], "93.60",
        "other items' money is not in it"
    );
    let _ = owner
        .post(
            &refunds,
            json!({"item_id": first, "quantity": 0, "amount": "93.60", "reason": "брак"}),
        )
        .await
        .expect_within_statements(201, 30);
    assert_eq!(shown_item(&owner, order, &second).await["refunded_quantity"], 0);
    assert_eq!(
        client.get("/client/balance").await.expect(200)["accounts"][1]["amount"],
        "885.50"
    );
    let history = client.get(&format!("/client/orders/{order}/history")).await.expect(200);
    let refunded: Vec<_> = history["data"]
        .as_array()
        .expect("a history")
        .iter()
        .filter(|entry| entry["event"] == "refunded")
        .map(|entry| (entry["detail"].clone(), entry["changes"].as_array().map_or(0, Vec::len)))
        .collect();
    assert_eq!(
        refunded,
        [(json!("Кружка 1"), 2), (json!("Кружка 1"), 2), (json!("Кружка 1"), 1)],
        "money and pieces are named"
    );
}

#[apply(on_both)]
async fn refund_of_the_order_leaves_the_money_of_other_items(app: App) {
    let (owner, _, order, [first, second]) = bought_order(&app).await;
    let refunds = format!("/agent/orders/{order}/refunds");
    assert_eq!(
        move_item(&owner, &first, json!({"step": "receive", "counted_quantity": 8})).await,
        "problem"
    );
    // The missing pieces were refunded with the order, and most of the rest.
    let _ = owner
        .post(&refunds, json!({"amount": "110", "reason": "недовоз"}))
        .await
        .expect_within_statements(201, 30);
    let shown = owner
        .get(&format!("/agent/orders/{order}/items/{first}/refund?quantity=10"))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(
        (
            &shown["amount"]["amount"],
            &shown["left"]["amount"],
            &shown["item_left"]["amount"]
        ),
        (&json!("4.50"), &json!("119.00"), &json!("114.50")),
        "no money of the other item is proposed"
    );
    // The pieces are refunded without money, and the received pieces continue.
    let _ = owner
        .post(
            &refunds,
            json!({"item_id": first, "amount": "0", "reason": "уже возвращено"}),
        )
        .await
        .expect_within_statements(201, 30);
    let item = shown_item(&owner, order, &first).await;
    assert_eq!(
        (&item["status"], &item["refunded_quantity"]),
        (&json!("at_warehouse"), &json!(2))
    );
    assert_eq!(shown_item(&owner, order, &second).await["status"], "bought");
}
