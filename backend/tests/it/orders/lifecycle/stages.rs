//! The stages of standard orders and of self-buyouts.

use super::{adjust_balance, move_items, order_card, pay_order, payment_body, quote_order};
use crate::{orders::submitted_order, support::on_both};
use serde_json::{Value, json};

#[apply(on_both)]
async fn pricing_and_purchase_start_separately(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let path = format!("/agent/orders/{order}");
    assert_eq!(
        owner
            .post(&format!("{path}/pricing"), json!({}))
            .await
            .expect_within_statements(200, 10)["status"],
        "submitted"
    );
    let _ = client
        .post(&format!("/client/orders/{order}/take-back"), json!({}))
        .await
        .expect_problem(409, "move_not_allowed");
    let _ = owner
        .post(&format!("{path}/start-purchase"), json!({}))
        .await
        .expect_problem(409, "move_not_allowed");
    let _ = quote_order(&owner, order).await;
    adjust_balance(&owner, 1, "5000", "RUB").await;
    let _ = pay_order(&client, order, "RUB").await;
    assert_eq!(
        owner
            .post(&format!("{path}/start-purchase"), json!({}))
            .await
            .expect_within_statements(200, 10)["status"],
        "purchasing"
    );
    assert_eq!(
        client.get(&format!("/client/orders/{order}")).await.expect(200)["status"],
        "purchasing"
    );
}

#[apply(on_both)]
async fn order_goes_from_quote_to_warehouse(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let estimate = client
        .get(&format!("/client/orders/{order}/calculation"))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(
        estimate["calculation"]["due"],
        json!({"amount": "85.50", "currency": "CNY"})
    );
    assert_eq!((&estimate["quote"], &estimate["pay_from"]), (&Value::Null, &json!([])));

    let _ = owner
        .patch(
            "/agent/settings/conditions",
            json!({"commission": {"percent": "10", "minimum_minor": 1000}}),
        )
        .await
        .expect(200);
    let card = order_card(&owner, order).await;
    let (item_id, group) = (&card["items"][0]["id"], &card["groups"][0]["id"]);
    let priced = owner
        .patch(
            &format!("/agent/orders/{order}/items/{item_id}"),
            json!({"price": "30.00", "quantity": 2, "comment": "осталось две"}),
        )
        .await
        .expect(200);
    assert_eq!(
        (
            &priced["price"]["amount"],
            &priced["agent_price"]["amount"],
            &priced["agent_quantity"]
        ),
        (&json!("28.50"), &json!("30.00"), &json!(2))
    );
    let _ = owner
        .patch(
            &format!("/agent/orders/{order}/groups/{group}"),
            json!({"domestic": "8"}),
        )
        .await
        .expect_within_statements(200, 12);
    assert_eq!(
        client
            .post(&format!("/client/orders/{order}/take-back"), json!({}))
            .await
            .expect_within_statements(409, 6)["code"],
        "move_not_allowed",
        "pricing has started"
    );
    let quote = quote_order(&owner, order).await;
    assert_eq!(quote["status"], "quoted");
    assert_eq!(
        quote["items"][0]["status"], "approved",
        "items that were not refused are approved"
    );

    // 60.00 goods, 8.00 shipping, 10.00 commission (the minimum), at 12.5 rubles per yuan.
    let money = client
        .get(&format!("/client/orders/{order}/calculation"))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(money["quote"]["due"]["amount"], "78.00");
    assert_eq!(money["quote"]["due_rub"]["amount"], "975.00");
    assert_eq!(
        money["pay_from"][0],
        json!({"amount": {"amount": "975.00", "currency": "RUB"}, "balance": {"amount": "0.00", "currency": "RUB"}, "suffices": false})
    );
    let (address, body) = (
        format!("/client/orders/{order}/pay"),
        payment_body(&client, order, "RUB").await,
    );
    let _ = client
        .post(&address, body.clone())
        .await
        .expect_problem(409, "balance_insufficient");
    let dollars = json!({"quote_id": money["quote"]["id"], "amount": {"amount": "975.00", "currency": "USD"}});
    let refused = client
        .post(&address, dollars)
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(refused["errors"]["amount.currency"][0]["code"], "unknown_value");
    adjust_balance(&owner, 1, "1000", "RUB").await;
    let paid = client
        .post(&address, body.clone())
        .await
        .expect_within_statements(200, 16);
    assert_eq!(paid["status"], "paid");
    assert_eq!(
        client.get("/client/balance").await.expect(200)["accounts"][0]["amount"],
        "25.00"
    );
    let _ = client
        .post(&address, body)
        .await
        .expect_problem(409, "move_not_allowed");

    let bought = move_items(
        &owner,
        &card,
        json!({"step": "buy", "marketplace_order_number": "2847561", "price": "29.10"}),
    )
    .await;
    assert_eq!(
        (&bought["data"][0]["status"], &bought["data"][0]["order_status"]),
        (&json!("bought"), &json!("purchased"))
    );
    let _ = move_items(&owner, &card, json!({"step": "send", "domestic_track": "SF1029384756"})).await;
    let received = move_items(&owner, &card, json!({"step": "receive", "cell": "A-12"})).await;
    assert_eq!(received["data"][0]["order_status"], "at_warehouse");
    let after = order_card(&owner, order).await;
    assert_eq!(
        (
            &after["items"][0]["counted_quantity"],
            &after["items"][0]["cell"],
            &after["items"][0]["agent_bought"]["amount"]
        ),
        (&json!(2), &json!("A-12"), &json!("29.10"))
    );
    let clients = client.get(&format!("/client/orders/{order}")).await.expect(200);
    assert_eq!(
        (
            &clients["items"][0]["cell"],
            &clients["items"][0]["agent_bought"],
            &clients["items"][0]["marketplace_order_number"]
        ),
        (&Value::Null, &Value::Null, &Value::Null),
        "internal fields are hidden from the client"
    );
    assert_eq!(clients["items"][0]["domestic_track"], "SF1029384756");
    let history = client.get(&format!("/client/orders/{order}/history")).await.expect(200);
    let steps: Vec<&str> = history["data"]
        .as_array()
        .expect("a history")
        .iter()
        .filter_map(|entry| entry["step"].as_str())
        .collect();
    assert_eq!(steps, ["buy", "send", "receive"]);
    let ends: Vec<&str> = history["data"]
        .as_array()
        .expect("a history")
        .iter()
        .filter_map(|entry| entry["to"].as_str())
        .collect();
    assert_eq!(
        ends,
        ["submitted", "quoted", "paid", "purchasing", "purchased", "at_warehouse"]
    );
}

#[apply(on_both)]
async fn self_buyout_is_expected_tracked_and_received(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = client
        .post("/client/orders", json!({"type": "self_buyout"}))
        .await
        .expect(201)["id"]
        .as_i64()
        .expect("an id");
    let item_id = client
        .post(&format!("/client/orders/{order}/items"), crate::support::item_body())
        .await
        .expect(201)["id"]
        .clone();
    let _ = client
        .post(&format!("/client/orders/{order}/submit"), json!({}))
        .await
        .expect(200);
    let quote = owner
        .post(&format!("/agent/orders/{order}/quote"), json!({"rate": "12"}))
        .await
        .expect_within_statements(409, 16);
    assert_eq!(quote["code"], "move_not_allowed", "a self-buyout is not quoted");
    let expected = owner
        .post(&format!("/agent/orders/{order}/expect"), json!({}))
        .await
        .expect_within_statements(200, 16);
    assert_eq!(
        (&expected["status"], &expected["items"][0]["status"]),
        (&json!("expected"), &json!("approved"))
    );
    let track = format!("/client/orders/{order}/items/{item_id}/track");
    for number in ["SF1", "SF2"] {
        let sent = client.post(&track, json!({"domestic_track": number})).await.expect(200);
        assert_eq!(
            (&sent["status"], &sent["domestic_track"]),
            (&json!("sent"), &json!(number))
        );
    }
    let received = owner
        .post("/agent/items/moves", json!({"step": "receive", "items": [item_id]}))
        .await
        .expect_within_statements(200, 16);
    assert_eq!(received["data"][0]["order_status"], "at_warehouse");
    let _ = client
        .post(&track, json!({"domestic_track": "SF3"}))
        .await
        .expect_problem(409, "move_not_allowed");
}
