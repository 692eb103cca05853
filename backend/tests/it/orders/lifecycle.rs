//! The lifecycle of an order from submission to the warehouse: pricing, quote, payment, purchase, receipt, refunds.

use super::{draft_with_item, submitted_order};
use crate::support::{Actor, App, on_both};
use serde_json::{Value, json};

/// Adjusts the client's balance by an amount.
pub async fn adjust_balance(owner: &Actor, client: i64, amount: &str, currency: &str) {
    let body = json!({"amount": amount, "currency": currency, "memo": "пополнение"});
    let _ = owner
        .post(&format!("/agent/clients/{client}/balance/adjustments"), body)
        .await
        .expect_within_statements(201, 12);
}

/// The order card as staff see it.
pub async fn order_card(owner: &Actor, order: i64) -> Value {
    owner.get(&format!("/agent/orders/{order}")).await.expect(200)
}

/// Quotes a submitted order at the rate 12.5.
pub async fn quote_order(owner: &Actor, order: i64) -> Value {
    owner
        .post(&format!("/agent/orders/{order}/quote"), json!({"rate": "12.5"}))
        .await
        .expect_within_statements(200, 18)
}

/// The body of a payment from a balance: the quote and the amount that the client sees.
pub async fn payment_body(client: &Actor, order: i64, currency: &str) -> Value {
    let money = client
        .get(&format!("/client/orders/{order}/calculation"))
        .await
        .expect_within_statements(200, 8);
    let option = money["pay_from"]
        .as_array()
        .expect("balances")
        .iter()
        .find(|option| option["amount"]["currency"] == currency)
        .expect("a balance in the currency");
    json!({"quote_id": money["quote"]["id"], "amount": option["amount"]})
}

/// Pays the shown amount of an order from a balance.
pub async fn pay_order(client: &Actor, order: i64, currency: &str) -> Value {
    let body = payment_body(client, order, currency).await;
    client
        .post(&format!("/client/orders/{order}/pay"), body)
        .await
        .expect_within_statements(200, 16)
}

/// Moves all items of an order by one step.
pub async fn move_items(owner: &Actor, order: &Value, body: Value) -> Value {
    let items: Vec<&Value> = order["items"]
        .as_array()
        .expect("items")
        .iter()
        .map(|item| &item["id"])
        .collect();
    let mut body = body;
    body["items"] = json!(items);
    owner
        .post("/agent/items/moves", body)
        .await
        .expect_within_statements(200, 16)
}

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
async fn miscounted_item_is_refunded(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = paid_order(&app).await;
    let card = order_card(&owner, order).await;
    let _ = move_items(&owner, &card, json!({"step": "buy"})).await;
    let received = move_items(&owner, &card, json!({"step": "receive", "counted_quantity": 1})).await;
    assert_eq!(
        (&received["data"][0]["status"], &received["data"][0]["order_status"]),
        (&json!("problem"), &json!("purchased"))
    );
    let shown = order_card(&owner, order).await;
    assert_eq!(
        (&shown["problem_count"], &shown["items"][0]["problem_reason"]),
        (&json!(1), &json!("1 / 3"))
    );
    let refund = owner
        .post(
            &format!("/agent/orders/{order}/refunds"),
            json!({"item_id": card["items"][0]["id"], "reason": "пришла одна из трёх"}),
        )
        .await
        .expect_within_statements(201, 22);
    // The item cost 85.50 yuan and was paid in rubles at 12.5.
    assert_eq!(
        refund["refunds"][0]["amount"],
        json!({"amount": "1068.75", "currency": "RUB"})
    );
    let shown = client.get(&format!("/client/orders/{order}")).await.expect(200);
    assert_eq!(
        (&shown["status"], &shown["items"][0]["status"], &shown["problem_count"]),
        (&json!("canceled"), &json!("refunded"), &json!(0)),
        "the order has no remaining items"
    );
    let more = owner
        .post(
            &format!("/agent/orders/{order}/refunds"),
            json!({"amount": "0.01", "reason": "ещё"}),
        )
        .await
        .expect_within_statements(409, 20);
    assert_eq!(
        (&more["code"], &more["refundable_amount"]["amount"]),
        (&json!("refund_too_large"), &json!("0.00"))
    );
    let history = client.get("/client/balance/operations").await.expect(200);
    assert_eq!(history["data"][0]["kind"], "order_refund");
}

#[apply(on_both)]
async fn canceled_order_is_refunded(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = paid_order(&app).await;
    let before = client.get("/client/balance").await.expect(200);
    let cancel = format!("/agent/orders/{order}/cancel");
    let _ = owner
        .post(&cancel, json!({}))
        .await
        .expect_problem(422, "validation_failed");
    let canceled = owner
        .post(&cancel, json!({"reason": "магазин закрылся"}))
        .await
        .expect_within_statements(200, 20);
    assert_eq!(canceled["status"], "canceled");
    let after = client.get("/client/balance").await.expect(200);
    assert_eq!(
        (&before["accounts"][0]["amount"], &after["accounts"][0]["amount"]),
        (&json!("931.25"), &json!("2000.00"))
    );
    let again = owner
        .post(&cancel, json!({"reason": "ещё раз"}))
        .await
        .expect_within_statements(409, 20);
    assert_eq!(again["code"], "move_not_allowed");
}

#[apply(on_both)]
async fn quote_requires_a_rate_and_one_currency(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (order, _) = draft_with_item(&client).await;
    let mut euro = crate::support::item_body();
    euro["currency"] = json!("EUR");
    euro["external_id"] = json!("1");
    let _ = client
        .post(&format!("/client/orders/{order}/items"), euro)
        .await
        .expect(201);
    let _ = client
        .post(&format!("/client/orders/{order}/submit"), json!({}))
        .await
        .expect(200);
    let quote = format!("/agent/orders/{order}/quote");
    let _ = owner
        .post(&quote, json!({"rate": "0"}))
        .await
        .expect_problem(422, "validation_failed");
    let refused = owner
        .post(&quote, json!({"rate": "12.5"}))
        .await
        .expect_within_statements(409, 16);
    assert_eq!(refused["code"], "not_priced");
    let card = order_card(&owner, order).await;
    let euro = card["items"]
        .as_array()
        .expect("items")
        .iter()
        .find(|item| item["price"]["currency"] == "EUR")
        .expect("the euro item");
    let _ = owner
        .patch(
            &format!("/agent/orders/{order}/items/{}", euro["id"]),
            json!({"price": "220.00"}),
        )
        .await
        .expect(200);
    assert_eq!(quote_order(&owner, order).await["status"], "quoted");
    let reopened = owner
        .post(
            &format!("/agent/orders/{order}/reopen"),
            json!({"reason": "цена изменилась"}),
        )
        .await
        .expect_within_statements(200, 16);
    assert_eq!(reopened["status"], "submitted");
    let refused = move_items(
        &owner,
        &json!({"items": [euro]}),
        json!({"step": "refuse", "reason": "нет в продаже"}),
    )
    .await;
    assert_eq!(refused["data"][0]["status"], "refused");
    assert_eq!(quote_order(&owner, order).await["status"], "quoted");
    let money = client
        .get(&format!("/client/orders/{order}/calculation"))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(money["quote"]["due"]["amount"], "85.50", "a refused item costs nothing");
}

#[apply(on_both)]
async fn items_move_together_or_not_at_all(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (first, second) = (paid_order(&app).await, submitted_order(&client).await);
    let (one, two) = (order_card(&owner, first).await, order_card(&owner, second).await);
    let both = json!({"step": "buy", "items": [one["items"][0]["id"], two["items"][0]["id"]]});
    let refused = owner
        .post("/agent/items/moves", both)
        .await
        .expect_within_statements(409, 12);
    assert_eq!(refused["code"], "move_not_allowed");
    assert!(
        refused["detail"]
            .as_str()
            .expect("a detail")
            .contains("possible now: approve, refuse"),
        "{refused}"
    );
    assert_eq!(order_card(&owner, first).await["items"][0]["status"], "approved");
    for body in [
        json!({"step": "buy", "items": []}),
        json!({"step": "pack", "items": [one["items"][0]["id"]]}),
        json!({"step": "refund", "items": [one["items"][0]["id"]]}),
        json!({"step": "return", "items": [one["items"][0]["id"]]}),
        json!({"step": "buy", "items": [one["items"][0]["id"], one["items"][0]["id"]]}),
        json!({"step": "receive", "items": [1, 2], "counted_quantity": 3}),
    ] {
        let _ = owner
            .post("/agent/items/moves", body)
            .await
            .expect_problem(422, "validation_failed");
    }
    let stranger = app.log_in("agent", crate::support::OTHER_OWNER).await;
    let _ = stranger
        .post(
            "/agent/items/moves",
            json!({"step": "buy", "items": [one["items"][0]["id"]]}),
        )
        .await
        .expect_problem(404, "not_found");
    assert_eq!(
        owner.get("/agent/orders?section=to_buy").await.expect(200)["data"][0]["id"],
        first
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

#[apply(on_both)]
async fn split_and_merge_keep_the_total(app: App) {
    let owner = app.owner().await;
    let order = paid_order(&app).await;
    let card = order_card(&owner, order).await;
    let item_id = &card["items"][0]["id"];
    let split = format!("/agent/orders/{order}/items/{item_id}/split");
    for quantity in [0, 3, -1] {
        let _ = owner
            .post(&split, json!({"quantity": quantity}))
            .await
            .expect_problem(422, "validation_failed");
    }
    let split_off = owner
        .post(&split, json!({"quantity": 1}))
        .await
        .expect_within_statements(201, 8);
    assert_eq!(split_off["quantity"], 1);
    let after_split = order_card(&owner, order).await;
    assert_eq!(
        (&after_split["items_count"], &after_split["total"]),
        (&json!(2), &card["total"])
    );
    let bought = owner
        .post("/agent/items/moves", json!({"step": "buy", "items": [item_id]}))
        .await
        .expect_within_statements(200, 16);
    assert_eq!(
        bought["data"][0]["order_status"], "purchasing",
        "the other item is not bought yet"
    );
    let merge = format!("/agent/orders/{order}/items/merge");
    let refused = owner
        .post(&merge, json!({"items": [item_id, split_off["id"]]}))
        .await
        .expect_within_statements(409, 8);
    assert_eq!(
        refused["code"], "items_not_mergeable",
        "the items have different statuses"
    );
    let _ = owner
        .post("/agent/items/moves", json!({"step": "buy", "items": [split_off["id"]]}))
        .await
        .expect_within_statements(200, 16);
    let merged = owner
        .post(&merge, json!({"items": [item_id, split_off["id"]]}))
        .await
        .expect_within_statements(200, 9);
    assert_eq!((&merged["id"], &merged["quantity"]), (item_id, &json!(3)));
    assert_eq!(order_card(&owner, order).await["total"], card["total"]);
}

/// An order of the first client, quoted at 12.5 and paid from a balance of 2000 rubles.
pub async fn paid_order(app: &App) -> i64 {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let _ = quote_order(&owner, order).await;
    adjust_balance(&owner, 1, "2000", "RUB").await;
    let _ = pay_order(&client, order, "RUB").await;
    order
}
