//! Cash on receipt: a debt until staff receive the money.

use crate::{
    orders::lifecycle::adjust_balance,
    shipments::{choose_cash_on_receipt, deliver, item_in_warehouse, payment_body, post_expecting, quoted_shipment},
    support::{OTHER_OWNER, WAREHOUSE_WORKER, on_both},
};
use serde_json::{Value, json};

#[apply(on_both)]
async fn cash_on_receipt_stays_due_until_staff_receive_it(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (_, item) = item_in_warehouse(&app).await;
    let id = quoted_shipment(&owner, &item).await;
    let (cash, card) = (format!("/agent/shipments/{id}/cash"), format!("/agent/shipments/{id}"));
    let shown = async || owner.get(&card).await.expect_within_statements(200, 8);
    let receipt =
        |shown: &Value| json!({"version": shown["version"], "amount": {"amount": "1250.00", "currency": "RUB"}});
    let _ = owner
        .post(&cash, receipt(&shown().await))
        .await
        .expect_problem(409, "nothing_due");
    assert_eq!(choose_cash_on_receipt(&client, id).await["status"], "cod");
    let before = client.get("/client/balance").await.expect(200);
    let _ = deliver(&owner, id).await;
    let accepted = post_expecting(&client, &format!("/client/shipments/{id}/accept"), json!({}), 200).await;
    assert_eq!(
        (&accepted["status"], &accepted["due"]["amount"], &accepted["payments"]),
        (&json!("accepted"), &json!("1250.00"), &json!([]))
    );
    let debtors = async || owner.get("/agent/reports/funds").await.expect_within_statements(200, 6)["debtors"].clone();
    assert_eq!(
        debtors().await[0]["shipments_due"]["amount"],
        "1250.00",
        "the acceptance does not close the debt"
    );
    let listed = async |path: &str| owner.get(path).await.expect(200)["data"].as_array().map(Vec::len);
    assert_eq!(listed("/agent/shipments?unpaid=true").await, Some(1));
    assert_eq!(
        client.get("/client/shipments").await.expect(200)["data"][0]["due"]["amount"],
        "1250.00"
    );

    let due = shown().await;
    for (version, amount) in [(json!(1), "1250.00"), (due["version"].clone(), "1249.99")] {
        let wrong = json!({"version": version, "amount": {"amount": amount, "currency": "RUB"}});
        let refused = owner.post(&cash, wrong).await.expect_problem(409, "amount_changed");
        assert_eq!(
            refused["current_amount"],
            json!({"amount": "1250.00", "currency": "RUB"})
        );
    }
    let _ = app
        .log_in("agent", WAREHOUSE_WORKER)
        .await
        .post(&cash, receipt(&due))
        .await
        .expect_problem(403, "permission_denied");
    let _ = app
        .log_in("agent", OTHER_OWNER)
        .await
        .post(&cash, receipt(&due))
        .await
        .expect_problem(404, "not_found");
    let keyed = owner.with_header("idempotency-key", "cash-1");
    let paid = post_expecting(&keyed, &cash, receipt(&due), 200).await;
    assert_eq!(
        post_expecting(&keyed, &cash, receipt(&due), 200).await,
        paid,
        "a replay books nothing"
    );
    let _ = owner
        .post(&cash, receipt(&paid))
        .await
        .expect_problem(409, "nothing_due");
    assert_eq!(
        (
            &paid["status"],
            &paid["due"],
            &paid["payments"][0]["method"],
            &paid["payments"][0]["amount"]["amount"]
        ),
        (&json!("accepted"), &Value::Null, &json!("cash"), &json!("1250.00"))
    );
    let last = paid["history"]
        .as_array()
        .and_then(|history| history.last())
        .cloned()
        .expect("a history");
    assert_eq!(
        (&last["from"], &last["to"], &last["paid"]["amount"]),
        (&json!("accepted"), &json!("accepted"), &json!("1250.00"))
    );
    assert_eq!(
        (debtors().await, listed("/agent/shipments?unpaid=true").await),
        (json!([]), Some(0))
    );
    assert_eq!(
        client.get("/client/balance").await.expect(200),
        before,
        "cash does not change the balance"
    );
    let report = books::ledger::verify(&app.state.system())
        .await
        .expect("the ledger is verified");
    assert_eq!(
        (report.faults.len(), report.entries),
        (0, 3),
        "entries of a top-up, the order payment, and the cash payment"
    );
}

#[apply(on_both)]
async fn delivery_that_was_accepted_unpaid_is_paid_from_the_balance(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (_, item) = item_in_warehouse(&app).await;
    let id = quoted_shipment(&owner, &item).await;
    let _ = choose_cash_on_receipt(&client, id).await;
    let _ = deliver(&owner, id).await;
    let accepted = post_expecting(&client, &format!("/client/shipments/{id}/accept"), json!({}), 200).await;
    assert_eq!(accepted["moves"], json!(["pay"]));
    adjust_balance(&owner, 1, "5000", "RUB").await;
    let paid = post_expecting(
        &client,
        &format!("/client/shipments/{id}/pay"),
        payment_body(&client, id, "RUB").await,
        200,
    )
    .await;
    assert_eq!(
        (
            &paid["status"],
            &paid["due"],
            &paid["moves"],
            &paid["payments"][0]["method"]
        ),
        (&json!("accepted"), &Value::Null, &json!([]), &json!("balance"))
    );
    let again = json!({"version": paid["version"], "amount": {"amount": "1250.00", "currency": "RUB"}});
    let _ = client
        .post(&format!("/client/shipments/{id}/pay"), again)
        .await
        .expect_problem(409, "move_not_allowed");
}

#[apply(on_both)]
async fn cash_that_came_early_is_refunded_with_the_shipment(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (_, item) = item_in_warehouse(&app).await;
    let id = quoted_shipment(&owner, &item).await;
    let waiting = choose_cash_on_receipt(&client, id).await;
    let receipt = json!({"version": waiting["version"], "amount": waiting["due"]});
    let paid = post_expecting(&owner, &format!("/agent/shipments/{id}/cash"), receipt, 200).await;
    assert_eq!(paid["status"], "paid");
    let before = client.get("/client/balance").await.expect(200);
    let moves = format!("/agent/shipments/{id}/moves");
    let _ = owner
        .with_header("if-match", "\"1\"")
        .post(&moves, json!({"step": "cancel", "reason": "x"}))
        .await
        .expect_problem(412, "version_stale");
    let _ = post_expecting(&owner, &moves, json!({"step": "cancel", "reason": "передумали"}), 200).await;
    let after = client.get("/client/balance").await.expect(200);
    let rubles = |shown: &Value| {
        shown["accounts"][0]["amount"]
            .as_str()
            .expect("an amount")
            .replace('.', "")
            .parse::<i64>()
            .expect("a number")
    };
    assert_eq!(rubles(&after) - rubles(&before), 125_000);
}
