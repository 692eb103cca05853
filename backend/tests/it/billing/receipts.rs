//! Fiscal receipts of online payments and of the services that they have paid for.

use super::{
    advance_to, assign_plan, create_plan, run_month, top_up,
    yookassa_stub::{Stub, notification, refund_notification, set_receipt_status, set_status, with_provider},
};
use crate::support::{App, on_both};
use books::billing::operator;
use serde_json::{Value, json};
use shared_types::{billing::PlanLimits, id::ServicePaymentId};

/// Pays money in online. Returns the number of requests that the provider has received until then.
async fn pay_in(app: &App, stub: &Stub, amount: &str) -> usize {
    let owner = app.owner().await;
    let index = stub.lock().expect("the stub").payments.len();
    let body = json!({"amount": amount, "receipt_email": "Books@Lotus.example"});
    let _ = owner
        .post("/agent/balance/payments", body)
        .await
        .expect_within_statements(201, 7);
    let id = set_status(stub, index, "succeeded");
    let event = notification("payment.succeeded", &id);
    let notified = app.anonymous().post("/webhooks/yookassa", event).await;
    let _ = notified.expect_within_statements(200, 10);
    stub.lock().expect("the stub").bodies.len()
}

fn bodies_from(stub: &Stub, first: usize) -> Vec<Value> {
    stub.lock().expect("the stub").bodies[first..].to_vec()
}

#[apply(on_both)]
async fn receipt_needs_an_email(app: App) {
    let (app, stub) = with_provider(&app).await;
    let owner = app.owner().await;
    let account = owner.get("/agent/balance").await.expect_within_statements(200, 7);
    assert_eq!(account["sends_receipts"], true);
    let own = account["receipt_email"].clone();
    assert!(
        own.as_str().is_some_and(|email| email.ends_with("@example.com")),
        "{own}"
    );
    let pay = async |body: Value| owner.post("/agent/balance/payments", body).await;
    let _ = pay(json!({"amount": "500"})).await.expect_within_statements(201, 7);
    app.execute_sql("UPDATE users SET email = NULL").await;
    for (email, rule) in [(Value::Null, "required"), (json!("no address"), "not_an_email")] {
        let refused = pay(json!({"amount": "500", "receipt_email": email})).await;
        let problem = refused.expect_problem(422, "validation_failed");
        assert_eq!(problem["errors"]["receipt_email"][0]["code"], rule, "{problem}");
    }
    let _ = pay(json!({"amount": "500", "receipt_email": "books@lotus.example"}))
        .await
        .expect_within_statements(201, 7);
    let emails: Vec<Value> = bodies_from(&stub, 0)
        .iter()
        .map(|body| body["receipt"]["customer"]["email"].clone())
        .collect();
    assert_eq!(emails, [own, json!("books@lotus.example")]);
}

#[apply(on_both)]
async fn services_of_a_month_settle_the_oldest_money_once(app: App) {
    app.expect_errors("administrator alert");
    advance_to(&app, "2027-01-10T09:00:00Z");
    let (app, stub) = with_provider(&app).await;
    let plan = create_plan(&app, "Команда", 490_000, PlanLimits::default()).await;
    assign_plan(&app, plan).await;
    top_up(&app, 100_000, "п/п 1").await;
    let _ = pay_in(&app, &stub, "3000").await;
    let sent = pay_in(&app, &stub, "9000").await;
    advance_to(&app, "2027-02-02T09:00:00Z");
    assert_eq!(run_month(&app).await, (1, 1));
    app.run_due_jobs().await;
    assert_eq!(bodies_from(&stub, sent), Vec::<Value>::new(), "February is not over");
    advance_to(&app, "2027-03-02T09:00:00Z");
    app.run_due_jobs().await;
    // 4900 rubles of February: 1000 by the transfer, 3000 and 900 by the payments.
    let receipts = bodies_from(&stub, sent);
    let payments: Vec<Value> = stub
        .lock()
        .expect("the stub")
        .payments
        .iter()
        .map(|row| row["id"].clone())
        .collect();
    let expected = |payment: &Value, value: &str| {
        let amount = json!({"value": value, "currency": "RUB"});
        json!({
            "type": "payment",
            "payment_id": payment,
            "send": true,
            "customer": {"phone": "79990000001", "email": "books@lotus.example"},
            "items": [{
                "description": "Оплата сервиса Karavan",
                "quantity": "1.00",
                "amount": amount,
                "vat_code": 11,
                "payment_subject": "service",
                "payment_mode": "full_payment",
            }],
            "settlements": [{"type": "prepayment", "amount": amount}],
        })
    };
    assert_eq!(
        receipts,
        [expected(&payments[0], "3000.00"), expected(&payments[1], "900.00")]
    );
    let registered = async || app.count("settlement_receipts", "registered_at IS NOT NULL").await;
    assert_eq!(registered().await, 0);
    set_receipt_status(&stub, 0, "succeeded");
    set_receipt_status(&stub, 1, "canceled");
    advance_to(&app, "2027-03-02T10:00:00Z");
    app.run_due_jobs().await;
    assert_eq!(registered().await, 1);
    assert_eq!(app.count("settlement_receipts", "failed_at IS NOT NULL").await, 1);
    // The first payment is used up: the balance is the second one's.
    let first = ServicePaymentId(app.ids("service_payments", "amount_minor = 300000").await[0]);
    assert!(operator::refund(&app.state, first, 10_000).await.is_err());
    let made = json!({
        "id": "refund-made-there",
        "status": "succeeded",
        "amount": {"value": "1000.00", "currency": "RUB"},
        "payment_id": payments[0],
    });
    stub.lock().expect("the stub").refunds.push(made);
    let event = refund_notification("refund-made-there", payments[0].as_str().expect("an id"));
    let notified = app.anonymous().post("/webhooks/yookassa", event).await;
    let _ = notified.expect_within_statements(200, 10);
    // March settles the next part, and nothing twice.
    advance_to(&app, "2027-04-02T09:00:00Z");
    app.run_due_jobs().await;
    app.run_due_jobs().await;
    let settlements: Vec<Value> = bodies_from(&stub, sent)[2..].to_vec();
    assert_eq!(settlements, [expected(&payments[1], "4900.00")]);
}

#[apply(on_both)]
async fn receipt_without_an_answer_for_a_day_is_left_to_the_operator(app: App) {
    app.expect_errors("administrator alert");
    advance_to(&app, "2027-01-10T09:00:00Z");
    let (app, stub) = with_provider(&app).await;
    let plan = create_plan(&app, "Команда", 100_000, PlanLimits::default()).await;
    assign_plan(&app, plan).await;
    let _ = pay_in(&app, &stub, "3000").await;
    advance_to(&app, "2027-02-02T09:00:00Z");
    assert_eq!(run_month(&app).await, (1, 1));
    stub.lock().expect("the stub").broken = Some(500);
    advance_to(&app, "2027-03-02T09:00:00Z");
    app.run_due_jobs().await;
    let waiting = "registered_at IS NULL AND failed_at IS NULL";
    assert_eq!(app.count("settlement_receipts", waiting).await, 1);
    advance_to(&app, "2027-03-03T10:00:00Z");
    app.run_due_jobs().await;
    assert_eq!(app.count("settlement_receipts", "failed_at IS NOT NULL").await, 1);
    assert_eq!(stub.lock().expect("the stub").receipts, Vec::<Value>::new());
}
