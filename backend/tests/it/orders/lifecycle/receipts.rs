//! Receipts in parts, and receipts by mistake.

use super::{
    adjust_balance, move_items, order_card, pay_order, quote_order,
    short_deliveries::{bought_order, move_item, shown_item},
};
use crate::support::on_both;
use serde_json::{Value, json};

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

#[apply(on_both)]
async fn receipt_is_taken_back_after_refunds_of_what_did_not_come(app: App) {
    let (owner, _, order, [first, _]) = bought_order(&app).await;
    let refunds = format!("/agent/orders/{order}/refunds");
    let refund = async |body: Value| owner.post(&refunds, body).await.expect_within_statements(201, 30);
    let _ = refund(json!({"item_id": first, "quantity": 0, "amount": "5", "reason": "скидка"})).await;
    let _ = refund(json!({"item_id": first, "quantity": 1, "reason": "нет в продаже"})).await;
    let short = json!({"step": "receive", "counted_quantity": 8});
    assert_eq!(move_item(&owner, &first, short.clone()).await, "problem");
    let _ = refund(json!({"item_id": first, "reason": "не пришла"})).await;
    assert_eq!(shown_item(&owner, order, &first).await["status"], "at_warehouse");
    // The refunded pieces are other ones than the received ones.
    assert_eq!(
        move_item(&owner, &first, json!({"step": "undo_receipt"})).await,
        "bought"
    );
    let item = shown_item(&owner, order, &first).await;
    assert_eq!(
        (&item["refunded_quantity"], &item["counted_quantity"]),
        (&json!(2), &Value::Null)
    );
    assert_eq!(
        move_item(&owner, &first, json!({"step": "receive"})).await,
        "at_warehouse"
    );
    assert_eq!(shown_item(&owner, order, &first).await["counted_quantity"], 8);
    let _ = refund(json!({"item_id": first, "quantity": 1, "reason": "брак"})).await;
    let _ = owner
        .post("/agent/items/moves", json!({"step": "undo_receipt", "items": [first]}))
        .await
        .expect_problem(409, "receipt_in_use");
}

#[apply(on_both)]
async fn item_that_the_agent_raised_is_received_in_parts(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = crate::orders::create_draft(&client).await;
    let item = client
        .post(
            &format!("/client/orders/{order}/items"),
            json!({"title": "Кружка", "url": "https://detail.1688.com/offer/3.html", "price": "10", "currency": "CNY",
                "quantity": 1}),
        )
        .await
        .expect_within_statements(201, 30)["id"]
        .clone();
    let _ = client
        .post(&format!("/client/orders/{order}/submit"), json!({}))
        .await
        .expect_within_statements(200, 30);
    let _ = owner
        .patch(&format!("/agent/orders/{order}/items/{item}"), json!({"quantity": 10}))
        .await
        .expect_within_statements(200, 30);
    let _ = quote_order(&owner, order).await;
    adjust_balance(&owner, 1, "1000", "CNY").await;
    let _ = pay_order(&client, order, "CNY").await;
    let total = order_card(&owner, order).await["total"].clone();
    let _ = move_items(&owner, &order_card(&owner, order).await, json!({"step": "buy"})).await;
    for (counted, left) in [(6, 4), (3, 1)] {
        let card = order_card(&owner, order).await;
        let rest = card["items"].as_array().expect("items").iter();
        let rest = rest.clone().find(|item| item["status"] == "bought").expect("the rest")["id"].clone();
        let part = json!({"step": "receive", "counted_quantity": counted, "rest_later": true});
        assert_eq!(move_item(&owner, &rest, part).await, "at_warehouse");
        let card = order_card(&owner, order).await;
        let items: Vec<_> = card["items"].as_array().expect("items").iter().collect();
        let awaited: Vec<_> = items.iter().filter(|item| item["status"] == "bought").collect();
        assert_eq!(
            (awaited.len(), &awaited[0]["agent_quantity"], &card["total"]),
            (1, &json!(left), &total)
        );
    }
    let packed = owner
        .post("/agent/shipments", json!({"client_id": 1, "items": [item]}))
        .await
        .expect_within_statements(201, 30);
    assert_eq!(packed["items"][0]["quantity"], 6);
}
