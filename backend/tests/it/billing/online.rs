//! Online payments by YooKassa.

use super::{
    top_up,
    yookassa_stub::{notification, refund_notification, set_status, with_provider},
};
use crate::support::{OTHER_OWNER, on_both};
use serde_json::{Value, json};
use shared_types::id::ServicePaymentId;

#[apply(on_both)]
async fn payment_is_created_and_credited_once_after_its_notification(app: App) {
    let (app, stub) = with_provider(&app).await;
    let owner = app.owner().await;
    assert_eq!(
        owner.get("/agent/balance").await.expect_within_statements(200, 7)["online_payment"],
        true
    );
    for bad in ["99.99", "500000.01", "1.001", "x"] {
        let _ = owner
            .post("/agent/balance/payments", json!({"amount": bad}))
            .await
            .expect_problem(422, "validation_failed");
    }
    let payment = owner
        .post("/agent/balance/payments", json!({"amount": "4900"}))
        .await
        .expect_within_statements(201, 7);
    assert_eq!(
        (&payment["status"], &payment["amount"]["amount"]),
        (&json!("pending"), &json!("4900.00"))
    );
    assert!(
        payment["confirmation_url"]
            .as_str()
            .expect("a page")
            .starts_with("https://yoomoney.ru/")
    );
    {
        let provider = stub.lock().expect("the stub");
        let body = &provider.bodies[0];
        assert_eq!(
            (&body["amount"], &body["capture"], &body["confirmation"]["type"]),
            (
                &json!({"value": "4900.00", "currency": "RUB"}),
                &json!(true),
                &json!("redirect")
            )
        );
        assert!(
            body["confirmation"]["return_url"]
                .as_str()
                .expect("an address")
                .ends_with(&format!("/agent/balance?payment={}", payment["id"]))
        );
        assert_eq!(
            (
                &body["receipt"]["customer"]["phone"],
                &body["receipt"]["items"][0]["vat_code"]
            ),
            (&json!("79990000001"), &json!(12))
        );
        // 100500:test_secret
        assert_eq!(provider.keys[0].1, "Basic MTAwNTAwOnRlc3Rfc2VjcmV0");
        assert!((1..=64).contains(&provider.keys[0].0.len()));
    }
    let provider = app.anonymous();
    let id = set_status(&stub, 0, "pending");
    // A forged notification changes nothing, because the API is asked.
    let _ = provider
        .post("/webhooks/yookassa", notification("payment.succeeded", &id))
        .await
        .expect(200);
    assert_eq!(
        owner.get("/agent/balance").await.expect_within_statements(200, 7)["balance"]["amount"],
        "0.00"
    );
    let _ = set_status(&stub, 0, "succeeded");
    let all = futures::future::join_all(
        (0..5).map(|_| provider.post("/webhooks/yookassa", notification("payment.succeeded", &id))),
    )
    .await;
    for answer in all {
        let _ = answer.expect_within_statements(200, 10);
    }
    assert_eq!(
        owner.get("/agent/balance").await.expect_within_statements(200, 7)["balance"]["amount"],
        "4900.00"
    );
    let shown = owner
        .get(&format!("/agent/balance/payments/{}", payment["id"]))
        .await
        .expect(200);
    assert_eq!(
        (&shown["status"], &shown["confirmation_url"]),
        (&json!("succeeded"), &Value::Null)
    );
    let other = app.log_in("agent", OTHER_OWNER).await;
    let _ = other
        .get(&format!("/agent/balance/payments/{}", payment["id"]))
        .await
        .expect_problem(404, "not_found");
}

#[apply(on_both)]
async fn payment_without_a_notification_is_fetched(app: App) {
    let (app, stub) = with_provider(&app).await;
    let owner = app.owner().await;
    let first = owner
        .post("/agent/balance/payments", json!({"amount": "200"}))
        .await
        .expect_within_statements(201, 7);
    let _ = owner
        .post("/agent/balance/payments", json!({"amount": "300"}))
        .await
        .expect_within_statements(201, 7);
    let _ = set_status(&stub, 0, "succeeded");
    let shown = owner
        .get(&format!("/agent/balance/payments/{}", first["id"]))
        .await
        .expect_within_statements(200, 10);
    assert_eq!(shown["status"], "succeeded");
    let _ = set_status(&stub, 1, "succeeded");
    app.run_due_jobs().await;
    assert_eq!(
        owner.get("/agent/balance").await.expect_within_statements(200, 7)["balance"]["amount"],
        "500.00"
    );
    let third = owner
        .post("/agent/balance/payments", json!({"amount": "400"}))
        .await
        .expect_within_statements(201, 7);
    let id = set_status(&stub, 2, "canceled");
    let _ = app
        .anonymous()
        .post("/webhooks/yookassa", notification("payment.canceled", &id))
        .await
        .expect_within_statements(200, 10);
    assert_eq!(
        owner
            .get(&format!("/agent/balance/payments/{}", third["id"]))
            .await
            .expect(200)["status"],
        "canceled"
    );
    assert_eq!(
        owner.get("/agent/balance").await.expect_within_statements(200, 7)["balance"]["amount"],
        "500.00"
    );
}

#[apply(on_both)]
async fn request_whose_answer_was_lost_is_repeated_with_its_key(app: App) {
    let (app, stub) = with_provider(&app).await;
    let owner = app.owner().await;
    stub.lock().expect("the stub").broken = Some(500);
    let _ = owner
        .post("/agent/balance/payments", json!({"amount": "700"}))
        .await
        .expect_problem(503, "unavailable");
    assert_eq!(
        app.count("service_payments", "status = 'pending' AND provider_id IS NULL")
            .await,
        1
    );
    stub.lock().expect("the stub").broken = None;
    app.run_due_jobs().await;
    assert_eq!(
        app.count("service_payments", "status = 'pending' AND provider_id IS NOT NULL")
            .await,
        1
    );
    let _ = set_status(&stub, 0, "succeeded");
    app.state.clock.advance(chrono::Duration::minutes(20));
    app.run_due_jobs().await;
    assert_eq!(
        app.owner()
            .await
            .get("/agent/balance")
            .await
            .expect_within_statements(200, 7)["balance"]["amount"],
        "700.00"
    );
    assert_eq!(stub.lock().expect("the stub").payments.len(), 1);
}

#[apply(on_both)]
async fn notification_about_something_unknown_is_acknowledged(app: App) {
    let (app, stub) = with_provider(&app).await;
    let provider = app.anonymous();
    let unknown = "22d6d597-000f-5000-9000-145f6df21d6f";
    for body in [
        notification("payment.succeeded", unknown),
        notification("payment.waiting_for_capture", unknown),
    ] {
        let _ = provider.post("/webhooks/yookassa", body).await.expect(200);
    }
    let _ = provider
        .post("/webhooks/yookassa", json!({"event": 7}))
        .await
        .expect_problem(400, "body_malformed");
    // An outage makes the provider repeat its notification.
    let owner = app.owner().await;
    let _ = owner
        .post("/agent/balance/payments", json!({"amount": "200"}))
        .await
        .expect_within_statements(201, 7);
    let id = set_status(&stub, 0, "succeeded");
    stub.lock().expect("the stub").broken = Some(502);
    let _ = provider
        .post("/webhooks/yookassa", notification("payment.succeeded", &id))
        .await
        .expect_problem(503, "unavailable");
}

/// The provider makes the receipt of a whole refund from the one of the payment.
#[apply(on_both)]
async fn whole_refund_has_no_receipt_of_its_own(app: App) {
    let (app, stub) = with_provider(&app).await;
    let owner = app.owner().await;
    app.execute_sql("UPDATE users SET email = 'anna@example.com' WHERE phone = '+79990000001'")
        .await;
    let payment = owner
        .post("/agent/balance/payments", json!({"amount": "1000"}))
        .await
        .expect_within_statements(201, 7);
    let id = set_status(&stub, 0, "succeeded");
    let _ = app
        .anonymous()
        .post("/webhooks/yookassa", notification("payment.succeeded", &id))
        .await
        .expect_within_statements(200, 10);
    let number = ServicePaymentId(payment["id"].as_i64().expect("an id"));
    let _ = books::billing::operator::refund(&app.state, number, 100_000)
        .await
        .expect("a refund");
    let provider = stub.lock().expect("the stub");
    let customer = json!({"phone": "79990000001", "email": "anna@example.com"});
    assert_eq!(provider.bodies[0]["receipt"]["customer"], customer);
    assert_eq!(provider.bodies[1]["amount"]["value"], "1000.00");
    assert_eq!(provider.bodies[1]["receipt"], json!(null));
}

#[apply(on_both)]
async fn refund_is_taken_off_the_balance_once(app: App) {
    let (app, stub) = with_provider(&app).await;
    let owner = app.owner().await;
    let payment = owner
        .post("/agent/balance/payments", json!({"amount": "1000"}))
        .await
        .expect_within_statements(201, 7);
    let id = set_status(&stub, 0, "succeeded");
    let provider = app.anonymous();
    let _ = provider
        .post("/webhooks/yookassa", notification("payment.succeeded", &id))
        .await
        .expect_within_statements(200, 10);
    let number = ServicePaymentId(payment["id"].as_i64().expect("an id"));
    let done = books::billing::operator::refund(&app.state, number, 40_000)
        .await
        .expect("a refund");
    assert!(done);
    // A part that is paid back has a receipt of its own, for its sum and to the payer.
    let receipt = stub.lock().expect("the stub").bodies[1]["receipt"].clone();
    assert_eq!(
        receipt["items"][0]["amount"],
        json!({"value": "400.00", "currency": "RUB"})
    );
    assert_eq!(
        (&receipt["items"][0]["vat_code"], &receipt["customer"]["phone"]),
        (&json!(12), &json!("79990000001"))
    );
    let refund = stub.lock().expect("the stub").refunds[0]["id"]
        .as_str()
        .expect("an id")
        .to_owned();
    let _ = provider
        .post("/webhooks/yookassa", refund_notification(&refund, &id))
        .await
        .expect_within_statements(200, 10);
    assert_eq!(
        owner.get("/agent/balance").await.expect_within_statements(200, 7)["balance"]["amount"],
        "600.00"
    );
    assert!(
        books::billing::operator::refund(&app.state, number, 70_000)
            .await
            .is_err(),
        "more than is left of the payment"
    );
    // A refund that was made in the provider's cabinet is taken off too.
    top_up(&app, 100, "п/п 9").await;
    let made = json!({
        "id": "refund-made-there",
        "status": "succeeded",
        "amount": {"value": "600.00", "currency": "RUB"},
        "payment_id": id,
    });
    stub.lock().expect("the stub").refunds.push(made);
    for _ in 0..2 {
        let _ = provider
            .post("/webhooks/yookassa", refund_notification("refund-made-there", &id))
            .await
            .expect_within_statements(200, 10);
    }
    let shown = owner
        .get(&format!("/agent/balance/payments/{}", payment["id"]))
        .await
        .expect(200);
    assert_eq!(shown["status"], "refunded");
    assert_eq!(
        owner.get("/agent/balance").await.expect_within_statements(200, 7)["balance"]["amount"],
        "1.00"
    );
    assert_eq!(
        books::billing::verify(&app.state.system()).await.expect("readable"),
        Vec::<String>::new()
    );
}
