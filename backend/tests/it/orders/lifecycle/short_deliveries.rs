//! Deliveries of fewer pieces than were bought: refunds of pieces, receipts in parts, and receipts by mistake.

use super::{adjust_balance, move_items, order_card, pay_order, quote_order};
use crate::support::{Actor, App, on_both};
use serde_json::{Value, json};

/// A bought order of ten pieces at 10 yuan and five at 20, paid in yuan, with 9 yuan of shipping within China. Returns the order and
/// the ids of its items.
async fn bought_order(app: &App) -> (Actor, Actor, i64, [Value; 2]) {
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

async fn move_item(owner: &Actor, item: &Value, mut body: Value) -> Value {
    body["items"] = json!([item]);
    let moved = owner
        .post("/agent/items/moves", body)
        .await
        .expect_within_statements(200, 26);
    moved["data"][0]["status"].clone()
}

async fn shown_item(owner: &Actor, order: i64, id: &Value) -> Value {
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
        (&json!(2), &json!(2), &json!(10), &json!("20.00"))
    );
    assert_eq!(
        (&shown["item_left"]["amount"], &shown["domestic"]["amount"]),
        (&json!("114.50"), &json!("0.90")),
        "100 for the goods, 10 of commission, 4.50 of the shipping"
    );
    let one = owner.get(&format!("{preview}?quantity=1")).await.expect(200);
    assert_eq!(
        (&one["quantity"], &one["amount"]["amount"]),
        (&json!(1), &json!("10.00"))
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
        (&json!(1), &json!("10.00"), &json!("20.00"))
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
            json!({"item_id": first, "quantity": 0, "amount": "94.51", "reason": "брак"}),
        )
        .await
        .expect_problem(409, "refund_too_large");
    assert_eq!(
        too_much["refundable_amount"]["amount"], "94.50",
        "other items' money is not in it"
    );
    let _ = owner
        .post(
            &refunds,
            json!({"item_id": first, "quantity": 0, "amount": "94.50", "reason": "брак"}),
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

#[apply(on_both)]
async fn delivery_in_parts_needs_no_split_before(app: App) {
    let (owner, _, order, [first, second]) = bought_order(&app).await;
    // The rest is known to come later: it becomes an item of its own.
    let later = json!({"step": "receive", "counted_quantity": 6, "rest_later": true});
    assert_eq!(move_item(&owner, &first, later).await, "at_warehouse");
    let card = order_card(&owner, order).await;
    let rest = card["items"]
        .as_array()
        .expect("items")
        .iter()
        .find(|item| item["quantity"] == 4)
        .expect("the rest")
        .clone();
    assert_eq!(
        (&rest["status"], &card["status"]),
        (&json!("bought"), &json!("purchased"))
    );
    assert_eq!(shown_item(&owner, order, &first).await["counted_quantity"], 6);
    let packed = owner
        .post("/agent/shipments", json!({"client_id": 1, "items": [first]}))
        .await
        .expect_within_statements(201, 30);
    assert_eq!(packed["items"][0]["quantity"], 6, "what came is shipped");
    assert_eq!(
        move_item(&owner, &rest["id"], json!({"step": "receive"})).await,
        "at_warehouse"
    );
    // A short delivery whose rest comes after all.
    assert_eq!(
        move_item(&owner, &second, json!({"step": "receive", "counted_quantity": 2})).await,
        "problem"
    );
    assert_eq!(
        move_item(&owner, &second, json!({"step": "receive", "counted_quantity": 1})).await,
        "problem"
    );
    let item = shown_item(&owner, order, &second).await;
    assert_eq!(
        (&item["counted_quantity"], &item["problem_reason"]),
        (&json!(3), &json!("3 / 5"))
    );
    assert_eq!(
        move_item(&owner, &second, json!({"step": "receive"})).await,
        "at_warehouse"
    );
    let item = shown_item(&owner, order, &second).await;
    assert_eq!(
        (&item["counted_quantity"], &item["problem_reason"]),
        (&json!(5), &Value::Null)
    );
    assert_eq!(order_card(&owner, order).await["status"], "at_warehouse");
}

#[apply(on_both)]
async fn receipt_by_mistake_is_taken_back_while_nothing_rests_on_it(app: App) {
    let (owner, client, order, [first, second]) = bought_order(&app).await;
    let undo = json!({"step": "undo_receipt", "reason": "другая коробка"});
    let refused = json!({"step": "undo_receipt", "items": [first]});
    let _ = owner
        .post("/agent/items/moves", refused.clone())
        .await
        .expect_problem(409, "move_not_allowed");
    let _ = move_item(
        &owner,
        &first,
        json!({"step": "receive", "cell": "A-1", "counted_quantity": 8}),
    )
    .await;
    assert_eq!(move_item(&owner, &first, undo.clone()).await, "bought");
    let item = shown_item(&owner, order, &first).await;
    assert_eq!(
        (&item["counted_quantity"], &item["cell"], &item["problem_reason"]),
        (&Value::Null, &Value::Null, &Value::Null)
    );
    let _ = move_item(&owner, &first, json!({"step": "receive"})).await;
    let _ = move_item(&owner, &second, json!({"step": "send", "domestic_track": "SF1"})).await;
    let _ = move_item(&owner, &second, json!({"step": "receive"})).await;
    assert_eq!(order_card(&owner, order).await["status"], "at_warehouse");
    assert_eq!(move_item(&owner, &second, undo.clone()).await, "sent", "it has a track");
    assert_eq!(
        client.get(&format!("/client/orders/{order}")).await.expect(200)["status"],
        "purchased"
    );
    // A request of the client, then a refund, rest on the receipt.
    let request = client
        .post(
            "/client/shipping-requests",
            json!({"items": [first], "grouping": "together", "wishes": "нет"}),
        )
        .await
        .expect_within_statements(201, 30);
    let _ = owner
        .post("/agent/items/moves", refused.clone())
        .await
        .expect_problem(409, "receipt_in_use");
    let _ = client
        .post(
            &format!("/client/shipping-requests/{}/withdraw", request["id"]),
            json!({}),
        )
        .await
        .expect_within_statements(200, 30);
    let _ = owner
        .post(
            &format!("/agent/orders/{order}/refunds"),
            json!({"item_id": first, "quantity": 1, "reason": "брак"}),
        )
        .await
        .expect_within_statements(201, 30);
    let _ = owner
        .post("/agent/items/moves", refused)
        .await
        .expect_problem(409, "receipt_in_use");
}

#[apply(on_both)]
async fn shipment_of_an_order_that_is_not_complete_has_its_problems(app: App) {
    let (owner, client, order, [first, second]) = bought_order(&app).await;
    assert_eq!(
        move_item(&owner, &first, json!({"step": "receive"})).await,
        "at_warehouse"
    );
    let shipment = crate::shipments::quoted_shipment(&owner, &first).await;
    let _ = crate::shipments::choose_cash_on_receipt(&client, shipment).await;
    let _ = crate::shipments::deliver(&owner, shipment).await;
    assert_eq!(
        order_card(&owner, order).await["status"],
        "purchased",
        "the other item has not come"
    );
    let problem = client
        .post(
            &format!("/client/shipments/{shipment}/problem"),
            json!({"reason": "разбита", "items": [first]}),
        )
        .await
        .expect_within_statements(200, 40);
    assert_eq!(problem["status"], "problem");
    assert_eq!(shown_item(&owner, order, &first).await["status"], "problem");
    // Its goods are with the client, so they don't return to the warehouse.
    for step in ["resolve", "undo_receipt"] {
        let _ = owner
            .post("/agent/items/moves", json!({"step": step, "items": [first]}))
            .await
            .expect_problem(409, "receipt_in_use");
    }
    assert_eq!(shown_item(&owner, order, &second).await["status"], "bought");
}
