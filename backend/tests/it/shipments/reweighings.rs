//! Weighings of a shipment after its price was set, and the settlement of the difference.

use super::{deliver, item_in_warehouse, payment_body, post_expecting, quoted_shipment};
use crate::{
    orders::lifecycle::adjust_balance,
    support::{Actor, App, OTHER_CLIENT, OTHER_OWNER, WAREHOUSE_WORKER, on_both},
};
use serde_json::{Value, json};

/// A shipment of 4.2 kg that costs 100 CNY or 1250 RUB and is paid from the balance in `currency`.
pub(super) async fn paid_shipment(app: &App, currency: &str) -> (i64, i64) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (order, item) = item_in_warehouse(app).await;
    let id = quoted_shipment(&owner, &item).await;
    adjust_balance(&owner, 1, "5000", currency).await;
    let path = format!("/client/shipments/{id}/pay");
    let paid = post_expecting(&client, &path, payment_body(&client, id, currency).await, 200).await;
    assert_eq!((&paid["status"], &paid["due"]), (&json!("paid"), &Value::Null));
    (order, id)
}

pub(super) async fn reweigh(owner: &Actor, id: i64, grams: i64, cost: &str) -> Value {
    let body = json!({"weight_grams": grams, "cost": cost, "note": "весы перевозчика"});
    let path = format!("/agent/shipments/{id}/reweighings");
    // Each refund of a payment takes seven statements.
    owner.post(&path, body).await.expect_within_statements(201, 40)
}

async fn balance(client: &Actor, currency: &str) -> String {
    let shown = client.get("/client/balance").await.expect(200);
    let accounts = shown["accounts"].as_array().expect("accounts").clone();
    let account = accounts.into_iter().find(|account| account["currency"] == currency);
    account.expect("an account")["amount"]
        .as_str()
        .expect("an amount")
        .to_owned()
}

async fn assert_ledger_holds(app: &App) {
    let system = app.state.system();
    let report = books::ledger::verify(&system).await.expect("the ledger is verified");
    assert_eq!(report.faults, Vec::<String>::new());
    let faults = books::payments::verify(&system).await.expect("payments are verified");
    assert_eq!(faults, Vec::<String>::new());
}

#[apply(on_both)]
async fn lower_price_is_refunded_at_once_and_only_once(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (order, id) = paid_shipment(&app, "RUB").await;
    let before = balance(&client, "RUB").await;
    let settled = reweigh(&owner, id, 3400, "80").await;
    assert_eq!(
        (
            &settled["cost"]["amount"],
            &settled["cost_rub"]["amount"],
            &settled["due"],
            &settled["status"]
        ),
        (&json!("80.00"), &json!("1000.00"), &Value::Null, &json!("paid"))
    );
    let entry = &settled["reweighings"][0];
    assert_eq!(
        (
            &entry["status"],
            &entry["before"]["weight_grams"],
            &entry["after"]["weight_grams"]
        ),
        (&json!("applied"), &json!(4200), &json!(3400))
    );
    assert_eq!(
        (
            &entry["before"]["cost_rub"]["amount"],
            &entry["after"]["cost_rub"]["amount"],
            &entry["note"]
        ),
        (&json!("1250.00"), &json!("1000.00"), &json!("весы перевозчика"))
    );
    assert_eq!(settled["payments"][0]["refunded"]["amount"], "250.00");
    let minor = |text: &str| text.replace('.', "").parse::<i64>().expect("a number");
    assert_eq!(minor(&balance(&client, "RUB").await) - minor(&before), 25_000);

    let again = reweigh(&owner, id, 3400, "80").await;
    assert_eq!(
        again["payments"], settled["payments"],
        "the same weight changes nothing"
    );
    let details = &again["history"]
        .as_array()
        .expect("a history")
        .last()
        .expect("an entry")["details"];
    assert_eq!(details[0]["detail"], "weight");
    let cost = client
        .get(&format!("/client/orders/{order}/calculation"))
        .await
        .expect(200)["cost"]
        .clone();
    assert_eq!(
        (
            &cost["charges"][0]["sum"]["amount"]["amount"],
            &cost["charges"][0]["state"],
            cost["charges"].as_array().map(Vec::len)
        ),
        (&json!("80.00"), &json!("paid"), Some(1))
    );
    let seen = client
        .get(&format!("/client/shipments/{id}"))
        .await
        .expect_within_statements(200, 11);
    assert_eq!(seen["reweighings"], again["reweighings"]);
    assert_ledger_holds(&app).await;
}

#[apply(on_both)]
async fn refund_of_a_payment_in_yuan_is_in_yuan(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (_, id) = paid_shipment(&app, "CNY").await;
    assert_eq!(balance(&client, "CNY").await, "4900.00");
    let _ = reweigh(&owner, id, 3400, "79.99").await;
    assert_eq!(balance(&client, "CNY").await, "4920.01");
    assert_ledger_holds(&app).await;
}

#[apply(on_both)]
async fn higher_price_within_the_tolerance_is_due(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (order, id) = paid_shipment(&app, "RUB").await;
    let _ = deliver(&owner, id).await;
    let settled = reweigh(&owner, id, 4600, "110").await;
    assert_eq!(
        (
            &settled["reweighings"][0]["status"],
            &settled["due"]["amount"],
            &settled["status"]
        ),
        (&json!("applied"), &json!("125.00"), &json!("arrived"))
    );
    let debtors = owner.get("/agent/reports/funds").await.expect_within_statements(200, 6)["debtors"].clone();
    assert_eq!(
        debtors[0]["shipments_due"]["amount"], "125.00",
        "only the rest is a debt"
    );
    let unpaid = owner.get("/agent/shipments?unpaid=true").await.expect(200);
    assert_eq!(unpaid["data"][0]["due"]["amount"], "125.00");
    let cost = async || {
        client
            .get(&format!("/client/orders/{order}/calculation"))
            .await
            .expect(200)["cost"]
            .clone()
    };
    let shown = cost().await;
    let parts: Vec<(&Value, &Value)> = shown["charges"]
        .as_array()
        .expect("charges")
        .iter()
        .map(|charge| (&charge["sum"]["amount"]["amount"], &charge["state"]))
        .collect();
    assert_eq!(
        parts,
        [(&json!("100.00"), &json!("paid")), (&json!("10.00"), &json!("due"))]
    );
    assert_eq!(shown["due"]["converted"]["amount"], "125.00");

    let card = client
        .get(&format!("/client/shipments/{id}"))
        .await
        .expect_within_statements(200, 12);
    assert_eq!(card["pay_from"][0]["amount"]["amount"], "125.00");
    let whole = json!({"version": card["version"], "amount": {"amount": "1375.00", "currency": "RUB"}});
    let pay = format!("/client/shipments/{id}/pay");
    let refused = client.post(&pay, whole).await.expect_problem(409, "amount_changed");
    assert_eq!(refused["current_amount"]["amount"], "125.00");
    let body = json!({"version": card["version"], "amount": card["pay_from"][0]["amount"]});
    let paid = post_expecting(&client, &pay, body, 200).await;
    assert_eq!((&paid["status"], &paid["due"]), (&json!("arrived"), &Value::Null));
    assert_eq!(cost().await["due"]["amount"]["amount"], "0.00");
    // The newest payment is returned first.
    let lower = reweigh(&owner, id, 4100, "90").await;
    let refunded: Vec<&Value> = lower["payments"]
        .as_array()
        .expect("payments")
        .iter()
        .map(|payment| &payment["refunded"]["amount"])
        .collect();
    assert_eq!(refunded, [&json!("125.00"), &json!("125.00")]);
    assert_ledger_holds(&app).await;
}

#[apply(on_both)]
async fn higher_price_above_the_tolerance_waits_for_the_client(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (_, id) = paid_shipment(&app, "RUB").await;
    let asked = reweigh(&owner, id, 5000, "130").await;
    assert_eq!(
        (
            &asked["reweighings"][0]["status"],
            &asked["cost"]["amount"],
            &asked["due"]
        ),
        (&json!("proposed"), &json!("100.00"), &Value::Null),
        "the price stays until the client agrees"
    );
    let path = |entry: &Value, step: &str| format!("/client/shipments/{id}/reweighings/{}/{step}", entry["id"]);
    let first = asked["reweighings"][0].clone();
    let missing = client
        .post(&path(&first, "decline"), json!({"reason": " "}))
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(missing["errors"]["reason"][0]["code"], "required");
    let declined = post_expecting(
        &client,
        &path(&first, "decline"),
        json!({"reason": "коробка та же"}),
        200,
    )
    .await;
    assert_eq!(
        (
            &declined["reweighings"][0]["status"],
            &declined["reweighings"][0]["reason"]
        ),
        (&json!("declined"), &json!("коробка та же"))
    );

    let second = reweigh(&owner, id, 4900, "128").await["reweighings"][0].clone();
    let third = reweigh(&owner, id, 4900, "125").await;
    assert_eq!(
        (&third["reweighings"][0]["status"], &third["reweighings"][1]["status"]),
        (&json!("proposed"), &json!("withdrawn")),
        "a new weighing replaces the one that waits"
    );
    let consent = |amount: &str| json!({"cost": {"amount": amount, "currency": "CNY"}});
    client
        .post(&path(&second, "accept"), consent("128.00"))
        .await
        .expect_problem(409, "move_not_allowed");
    let third = third["reweighings"][0].clone();
    let changed = client
        .post(&path(&third, "accept"), consent("128.00"))
        .await
        .expect_problem(409, "amount_changed");
    assert_eq!(
        changed["current_amount"],
        json!({"amount": "125.00", "currency": "CNY"})
    );
    app.log_in("client", OTHER_CLIENT)
        .await
        .post(&path(&third, "accept"), consent("125.00"))
        .await
        .expect_problem(404, "not_found");
    let agreed = post_expecting(&client, &path(&third, "accept"), consent("125.00"), 200).await;
    assert_eq!(
        (
            &agreed["reweighings"][0]["status"],
            &agreed["due"]["amount"],
            &agreed["status"]
        ),
        (&json!("applied"), &json!("312.50"), &json!("paid"))
    );
    let moves = format!("/agent/shipments/{id}/moves");
    let before = balance(&client, "RUB").await;
    let _ = post_expecting(&owner, &moves, json!({"step": "cancel", "reason": "передумали"}), 200).await;
    let minor = |text: &str| text.replace('.', "").parse::<i64>().expect("a number");
    assert_eq!(
        minor(&balance(&client, "RUB").await) - minor(&before),
        125_000,
        "what was paid comes back"
    );
    assert_ledger_holds(&app).await;
}

#[apply(on_both)]
async fn staff_withdraw_a_weighing_and_set_the_tolerance(app: App) {
    let owner = app.owner().await;
    let (_, id) = paid_shipment(&app, "RUB").await;
    let terms = json!({"rubles": true, "yuan": true, "cash_on_receipt": true, "reweighing_percent": "0", "note": ""});
    let _ = owner.patch("/agent/settings/payments", terms).await.expect(200);
    let asked = reweigh(&owner, id, 4300, "100.01").await;
    let entry = &asked["reweighings"][0];
    assert_eq!(entry["status"], "proposed");
    let withdraw = format!("/agent/shipments/{id}/reweighings/{}/withdraw", entry["id"]);
    let taken_back = post_expecting(&owner, &withdraw, json!({}), 200).await;
    assert_eq!(taken_back["reweighings"][0]["status"], "withdrawn");
    owner
        .post(&withdraw, json!({}))
        .await
        .expect_problem(409, "move_not_allowed");
}

#[apply(on_both)]
async fn weighing_is_refused_without_right_price_or_sense(app: App) {
    let owner = app.owner().await;
    let (_, item) = item_in_warehouse(&app).await;
    let id = quoted_shipment(&owner, &item).await;
    let path = format!("/agent/shipments/{id}/reweighings");
    let body = json!({"weight_grams": 4000, "cost": "90"});
    owner
        .post(&path, body.clone())
        .await
        .expect_problem(409, "move_not_allowed");
    let _ = super::choose_cash_on_receipt(&app.client().await, id).await;
    let refused = owner
        .post(
            &path,
            json!({"weight_grams": 0, "volume_cm3": 0, "places": 0, "cost": "-1"}),
        )
        .await
        .expect_problem(422, "validation_failed");
    let fields: Vec<&String> = refused["errors"].as_object().expect("errors").keys().collect();
    assert_eq!(fields, ["cost", "places", "volume_cm3", "weight_grams"]);
    for (who, status, code) in [
        (WAREHOUSE_WORKER, 403, "permission_denied"),
        (OTHER_OWNER, 404, "not_found"),
    ] {
        app.log_in("agent", who)
            .await
            .post(&path, body.clone())
            .await
            .expect_problem(status, code);
    }
    owner
        .with_header("if-match", "\"1\"")
        .post(&path, body.clone())
        .await
        .expect_problem(412, "version_stale");
    let unpaid = post_expecting(&owner, &path, body, 201).await;
    assert_eq!(
        (&unpaid["status"], &unpaid["due"]["amount"], &unpaid["payments"]),
        (&json!("cod"), &json!("1125.00"), &json!([])),
        "cash on receipt is due by the new price"
    );
}
