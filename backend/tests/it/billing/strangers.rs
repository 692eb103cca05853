//! Forged notifications of the payment provider, and payments that differ from the service's request.

use super::{
    commands::run,
    yookassa_stub::{Stub, notification, refund_notification, set_status, with_provider},
};
use crate::support::{Actor, OTHER_OWNER, on_both};
use books::billing::operator;
use chrono::Duration;
use serde_json::{Value, json};
use shared_types::id::ServicePaymentId;

async fn create(actor: &Actor, amount: &str) -> Value {
    let body = json!({"amount": amount});
    actor
        .post("/agent/balance/payments", body)
        .await
        .expect_within_statements(201, 7)
}

async fn balance(actor: &Actor) -> Value {
    actor.get("/agent/balance").await.expect_within_statements(200, 7)["balance"]["amount"].clone()
}

fn take_calls(stub: &Stub) -> usize {
    std::mem::take(&mut stub.lock().expect("the stub").calls)
}

fn set_amount(stub: &Stub, index: usize, value: &str, currency: &str) {
    let mut provider = stub.lock().expect("the stub");
    provider.payments[index]["amount"] = json!({"value": value, "currency": currency});
}

#[apply(on_both)]
async fn forged_notification_makes_no_call(app: App) {
    let (app, stub) = with_provider(&app).await;
    let owner = app.owner().await;
    create(&owner, "200").await;
    let id = set_status(&stub, 0, "succeeded");
    let stranger = app.anonymous();
    let _ = stranger
        .post("/webhooks/yookassa", notification("payment.succeeded", &id))
        .await
        .expect_within_statements(200, 10);
    take_calls(&stub);
    let unknown = "22d6d597-000f-5000-9000-145f6df21d6f";
    for body in [
        notification("payment.succeeded", unknown),
        notification("payment.canceled", unknown),
        notification("refund.succeeded", unknown),
        refund_notification(unknown, unknown),
        // Invoices with a known state are not asked for again.
        notification("payment.succeeded", &id),
        notification("payment.canceled", &id),
    ] {
        let _ = stranger
            .post("/webhooks/yookassa", body)
            .await
            .expect_within_statements(200, 1);
    }
    for id in ["../refunds/1", "", "a b", "x".repeat(65).as_str()] {
        let _ = stranger
            .post("/webhooks/yookassa", notification("payment.succeeded", id))
            .await
            .expect_problem(400, "body_malformed");
    }
    assert_eq!(take_calls(&stub), 0);
    assert_eq!(balance(&owner).await, "200.00");
}

#[apply(on_both)]
async fn too_many_calls_do_not_stop_honest_payments(app: App) {
    let (app, stub) = with_provider(&app).await;
    let owner = app.owner().await;
    create(&owner, "200").await;
    let id = set_status(&stub, 0, "succeeded");
    stub.lock().expect("the stub").broken = Some(429);
    for _ in 0..8 {
        let answer = app
            .anonymous()
            .post("/webhooks/yookassa", notification("payment.succeeded", &id))
            .await;
        assert_eq!(answer.headers["retry-after"], "1");
        let _ = answer.expect_problem(503, "unavailable");
    }
    stub.lock().expect("the stub").broken = None;
    create(&owner, "300").await;
    let _ = app
        .anonymous()
        .post("/webhooks/yookassa", notification("payment.succeeded", &id))
        .await
        .expect_within_statements(200, 10);
    assert_eq!(balance(&owner).await, "200.00");
}

#[apply(on_both)]
async fn other_amount_or_currency_is_acknowledged_and_alerts_the_operator(app: App) {
    app.expect_errors("administrator alert");
    let (app, stub) = with_provider(&app).await;
    let owner = app.owner().await;
    for (index, (value, currency)) in [("100.00", "RUB"), ("200.00", "CNY"), ("200.00", "EUR")]
        .into_iter()
        .enumerate()
    {
        create(&owner, "200").await;
        let id = set_status(&stub, index, "succeeded");
        set_amount(&stub, index, value, currency);
        for _ in 0..2 {
            let _ = app
                .anonymous()
                .post("/webhooks/yookassa", notification("payment.succeeded", &id))
                .await
                .expect_within_statements(200, 10);
        }
        let alert = format!("kind = 'alerts:send' AND payload LIKE '%{value}%{currency}%{id}%'");
        let rows = app.dump_rows("jobs", "kind = 'alerts:send'").await;
        assert_eq!(rows.len(), index + 1, "{alert}: {rows:?}");
    }
    assert_eq!(app.count("service_payments", "status = 'review'").await, 3);
    take_calls(&stub);
    for _ in 0..3 {
        app.state.clock.advance(Duration::minutes(15));
        app.run_due_jobs().await;
    }
    assert_eq!(take_calls(&stub), 0, "the provider is not asked again");
    let owner = app.owner().await;
    for id in app.ids("service_payments", "TRUE").await {
        let shown = owner.get(&format!("/agent/balance/payments/{id}")).await.expect(200);
        assert_eq!((&shown["status"], take_calls(&stub)), (&json!("review"), 0));
    }
    assert_eq!(balance(&owner).await, "0.00");
}

#[apply(on_both)]
async fn operator_settles_a_payment_of_another_amount(app: App) {
    app.expect_errors("administrator alert");
    let (app, stub) = with_provider(&app).await;
    let owner = app.owner().await;
    for (index, status) in [(0, "succeeded"), (1, "succeeded"), (2, "canceled")] {
        create(&owner, "200").await;
        set_status(&stub, index, status);
        set_amount(&stub, index, "150.00", "RUB");
    }
    app.state.clock.advance(Duration::minutes(15));
    app.run_due_jobs().await;
    assert_eq!(
        app.count("service_payments", "status = 'canceled'").await,
        1,
        "no money has moved"
    );
    let ids = app.ids("service_payments", "status = 'review'").await;
    let [credited, refused] = ids.as_slice() else {
        panic!("{ids:?}")
    };
    let (_, listed) = run(&app, &["billing:payments"]).await;
    for id in &ids {
        let line = listed.lines().find(|line| line.starts_with(&format!("{id}\t")));
        let line = line.unwrap_or_else(|| panic!("{listed}"));
        assert!(line.contains("200") && line.contains("150"), "{line}");
    }
    let (credited, refused) = (credited.to_string(), refused.to_string());
    for amount in ["0", "-1"] {
        let amount = format!("--amount={amount}");
        assert!(!run(&app, &["billing:settle", "--payment", &credited, &amount]).await.0);
    }
    let settle = ["billing:settle", "--payment", &credited, "--amount", "150"];
    let (done, text) = run(&app, &settle).await;
    assert!(done && text.contains("150"), "{text}");
    assert!(!run(&app, &settle).await.0, "once");
    assert!(
        !run(&app, &["billing:settle", "--payment", &refused]).await.0,
        "no decision"
    );
    let cancel = ["billing:settle", "--payment", &refused, "--cancel"];
    assert!(run(&app, &cancel).await.0);
    let owner = app.owner().await;
    assert_eq!(balance(&owner).await, "150.00");
    let status = async |id: &str| {
        let shown = owner.get(&format!("/agent/balance/payments/{id}")).await.expect(200);
        shown["status"].clone()
    };
    assert_eq!(
        (status(&credited).await, status(&refused).await),
        (json!("succeeded"), json!("canceled"))
    );
    assert!(run(&app, &["billing:payments"]).await.1.trim().is_empty());
    // Not more is paid back than was credited.
    let id = ServicePaymentId(credited.parse().expect("an id"));
    assert!(operator::refund(&app.state, id, 20_000).await.is_err());
    assert!(operator::refund(&app.state, id, 15_000).await.expect("is refunded"));
    assert_eq!(app.count("service_payments", "status = 'refunded'").await, 1);
    assert_eq!(balance(&owner).await, "0.00");
}

#[apply(on_both)]
async fn one_bad_payment_stops_no_other(app: App) {
    app.expect_errors("administrator alert");
    let (app, stub) = with_provider(&app).await;
    let (owner, other) = (app.owner().await, app.log_in("agent", OTHER_OWNER).await);
    create(&owner, "200").await;
    create(&owner, "300").await;
    create(&owner, "400").await;
    create(&other, "500").await;
    set_status(&stub, 0, "succeeded");
    set_amount(&stub, 0, "1.00", "RUB");
    // A state that this version does not know.
    set_status(&stub, 1, "frozen");
    set_status(&stub, 2, "succeeded");
    set_status(&stub, 3, "succeeded");
    app.state.clock.advance(Duration::minutes(15));
    app.run_due_jobs().await;
    let (owner, other) = (app.owner().await, app.log_in("agent", OTHER_OWNER).await);
    assert_eq!(
        (balance(&owner).await, balance(&other).await),
        (json!("400.00"), json!("500.00"))
    );
    let failed = "kind = 'billing:payments' AND last_error LIKE '%frozen%'";
    assert_eq!(app.count("jobs", failed).await, 1, "the job says which one failed");
}

#[apply(on_both)]
async fn pending_payments_are_bounded_and_all_are_looked_at(app: App) {
    let (app, stub) = with_provider(&app).await;
    let owner = app.owner().await;
    for _ in 0..10 {
        create(&owner, "100").await;
    }
    let _ = owner
        .post("/agent/balance/payments", json!({"amount": "100"}))
        .await
        .expect_problem(409, "limit_reached");
    assert_eq!(stub.lock().expect("the stub").payments.len(), 10);
    create(&app.log_in("agent", OTHER_OWNER).await, "100").await;
    // More than one page of older ones, which are not paid.
    app.execute_sql(
        "INSERT INTO service_payments (agent_id, user_id, amount_minor, refunded_minor, status, idempotence_key, provider_id, created_at, updated_at) \
         SELECT 1, user_id, 100, 0, 'pending', 'key-' || n, provider_id || '-' || n, created_at, updated_at FROM service_payments, \
         (WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 120) SELECT n FROM numbers) AS more \
         WHERE id = (SELECT min(id) FROM service_payments)",
    )
    .await;
    take_calls(&stub);
    app.state.clock.advance(Duration::minutes(15));
    app.run_due_jobs().await;
    assert_eq!(take_calls(&stub), 131, "each pending payment is looked at");
    app.state.clock.advance(Duration::days(1));
    create(&app.owner().await, "100").await;
}
