//! A client pays exactly the quote and amount that were shown.

use super::submitted_order;
use crate::orders::lifecycle::{adjust_balance, order_card, pay_order, payment_body, quote_order};
use crate::support::on_both;
use serde_json::json;

#[apply(on_both)]
async fn payment_of_a_replaced_quote_is_refused(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let _ = quote_order(&owner, order).await;
    adjust_balance(&owner, 1, "9000", "RUB").await;
    let old = payment_body(&client, order, "RUB").await;
    assert_eq!(old["amount"]["amount"], "1068.75");

    let item_id = &order_card(&owner, order).await["items"][0]["id"];
    let _ = owner
        .post(
            &format!("/agent/orders/{order}/reopen"),
            json!({"reason": "цена выросла"}),
        )
        .await
        .expect_within_statements(200, 10);
    let address = format!("/client/orders/{order}/pay");
    let _ = client
        .post(&address, old.clone())
        .await
        .expect_problem(409, "move_not_allowed");
    let _ = owner
        .patch(
            &format!("/agent/orders/{order}/items/{item_id}"),
            json!({"price": "128.00"}),
        )
        .await
        .expect_within_statements(200, 10);
    let _ = quote_order(&owner, order).await;

    let keyed = client.with_header("idempotency-key", "pay-once");
    let refused = keyed
        .post(&address, old.clone())
        .await
        .expect_problem(409, "amount_changed");
    assert_eq!(
        refused["current_amount"],
        json!({"amount": "4800.00", "currency": "RUB"})
    );
    assert_eq!(
        client.get("/client/balance").await.expect(200)["accounts"][0]["amount"],
        "9000.00",
        "nothing was debited"
    );

    // Quote and amount must both match.
    let new = payment_body(&client, order, "RUB").await;
    for half in [
        json!({"quote_id": old["quote_id"], "amount": new["amount"]}),
        json!({"quote_id": new["quote_id"], "amount": old["amount"]}),
    ] {
        let _ = client.post(&address, half).await.expect_problem(409, "amount_changed");
    }
    let yuan = json!({"quote_id": old["quote_id"], "amount": {"amount": "85.50", "currency": "CNY"}});
    let refused = client.post(&address, yuan).await.expect_problem(409, "amount_changed");
    assert_eq!(
        refused["current_amount"],
        json!({"amount": "384.00", "currency": "CNY"}),
        "the current amount is in the currency of the balance"
    );
    let refused = client
        .post(&address, json!({}))
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(refused["errors"]["quote_id"][0]["code"], "required");
    let _ = client
        .post(
            &address,
            json!({"quote_id": new["quote_id"], "amount": {"amount": "48OO", "currency": "RUB"}}),
        )
        .await
        .expect_problem(422, "validation_failed");

    // A refused request does not consume the idempotency key.
    let paid = keyed
        .post(&address, new.clone())
        .await
        .expect_within_statements(200, 16);
    assert_eq!(
        keyed.post(&address, new).await.expect(200),
        paid,
        "a replay pays nothing"
    );
    assert_eq!(
        client.get("/client/balance").await.expect(200)["accounts"][0]["amount"],
        "4200.00"
    );
}

#[apply(on_both)]
async fn replaced_quote_with_the_same_amount_is_refused(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let _ = quote_order(&owner, order).await;
    adjust_balance(&owner, 1, "2000", "RUB").await;
    let old = payment_body(&client, order, "RUB").await;
    let _ = owner
        .post(&format!("/agent/orders/{order}/reopen"), json!({"reason": "ошибка"}))
        .await
        .expect_within_statements(200, 10);
    let _ = quote_order(&owner, order).await;
    let refused = client
        .post(&format!("/client/orders/{order}/pay"), old.clone())
        .await
        .expect_problem(409, "amount_changed");
    assert_eq!(refused["current_amount"], old["amount"]);
    assert_eq!(pay_order(&client, order, "RUB").await["status"], "paid");
}
