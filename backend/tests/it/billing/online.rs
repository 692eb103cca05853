//! Online payments by YooKassa: a stub with the wire format of its API, version 3.

use super::top_up;
use crate::support::{App, OTHER_OWNER, on_both};
use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    response::Response,
};
use platform::config::YookassaConfig;
use serde_json::{Value, json};
use shared_types::id::ServicePaymentId;
use std::sync::{Arc, Mutex};

/// What the stub has received and how it answers.
#[derive(Default)]
struct Shop {
    /// Payments by their id, as the API shows them.
    payments: Vec<Value>,
    refunds: Vec<Value>,
    /// Keys of the requests that created payments, with the credential of each.
    keys: Vec<(String, String)>,
    /// Bodies of the requests that created something.
    bodies: Vec<Value>,
    /// The next answers fail with this status.
    broken: Option<u16>,
}

type Stub = Arc<Mutex<Shop>>;

fn header(request: &Request, name: &str) -> String {
    let value = request.headers().get(name).and_then(|value| value.to_str().ok());
    value.unwrap_or_default().to_owned()
}

fn respond(status: u16, body: &Value) -> Response {
    Response::builder()
        .status(status)
        .header("content-type", "application/json")
        .body(Body::from(body.to_string()))
        .expect("an answer")
}

async fn answer(State(stub): State<Stub>, request: Request) -> Response {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let (key, credential) = (header(&request, "idempotence-key"), header(&request, "authorization"));
    let bytes = axum::body::to_bytes(request.into_body(), 1 << 20)
        .await
        .expect("a body");
    let body: Value = serde_json::from_slice(&bytes).unwrap_or_default();
    let mut shop = stub.lock().expect("the stub");
    if let Some(status) = shop.broken {
        return respond(status, &json!({"type": "error", "code": "internal_server_error"}));
    }
    let id = path.rsplit('/').next().unwrap_or_default().to_owned();
    match (method.as_str(), path.trim_start_matches("/v3/").split('/').next()) {
        ("POST", Some("payments")) => {
            // A repeated key returns the payment that it has created.
            let known = shop.keys.iter().position(|(known, _)| *known == key);
            if let Some(index) = known {
                return respond(200, &shop.payments[index]);
            }
            let number = shop.payments.len() + 1;
            let payment = json!({
                "id": format!("22d6d597-000f-5000-9000-14522105{number:04}"),
                "status": "pending",
                "paid": false,
                "amount": body["amount"],
                "confirmation": {"type": "redirect", "confirmation_url": format!("https://yoomoney.ru/payments/external/confirmation?orderId={number}")},
                "created_at": "2026-11-18T14:46:40.000Z",
                "description": body["description"],
                "recipient": {"account_id": "100500", "gateway_id": "100700"},
                "refundable": false,
                "test": false,
            });
            shop.keys.push((key, credential));
            shop.bodies.push(body);
            shop.payments.push(payment.clone());
            respond(200, &payment)
        }
        ("POST", Some("refunds")) => {
            let refund = json!({
                "id": format!("216749f7-0016-50be-b000-078d43a63a{:02}", shop.refunds.len() + 1),
                "status": "succeeded",
                "amount": body["amount"],
                "created_at": "2026-11-18T15:46:40.000Z",
                "payment_id": body["payment_id"],
            });
            shop.keys.push((key, credential));
            shop.refunds.push(refund.clone());
            respond(200, &refund)
        }
        ("GET", Some(kind @ ("payments" | "refunds"))) => {
            let found = if kind == "payments" {
                &shop.payments
            } else {
                &shop.refunds
            };
            match found.iter().find(|object| object["id"] == id) {
                Some(object) => respond(200, object),
                None => respond(
                    404,
                    &json!({"type": "error", "code": "not_found", "description": "Payment doesn't exist"}),
                ),
            }
        }
        _ => respond(404, &json!({"type": "error"})),
    }
}

/// The service with a stub of the provider.
async fn with_shop(app: &App) -> (App, Stub) {
    let stub = Stub::default();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let router = Router::new().fallback(answer).with_state(stub.clone());
    tokio::spawn(async move { axum::serve(listener, router).await });
    let app = app.with_config(|config| {
        config.billing.yookassa = Some(YookassaConfig {
            shop_id: "100500".to_owned(),
            secret_key: "test_secret".to_owned(),
            api_url: format!("http://{address}/v3"),
            vat_code: Some(1),
        });
    });
    (app, stub)
}

fn set_status(stub: &Stub, index: usize, status: &str) -> String {
    let mut shop = stub.lock().expect("the stub");
    shop.payments[index]["status"] = json!(status);
    shop.payments[index]["id"].as_str().expect("an id").to_owned()
}

/// The notification that the provider sends. It claims more than the API will say, and must not be believed.
fn notification(event: &str, id: &str) -> Value {
    json!({"type": "notification", "event": event, "object": {"id": id, "status": "succeeded", "paid": true, "amount": {"value": "999999.00", "currency": "RUB"}}})
}

#[apply(on_both)]
async fn payment_is_created_and_credited_once_after_its_notification(app: App) {
    let (app, stub) = with_shop(&app).await;
    let owner = app.owner().await;
    assert_eq!(owner.get("/agent/balance").await.expect(200)["online_payment"], true);
    for bad in ["99.99", "500000.01", "1.001", "x"] {
        let _ = owner
            .post("/agent/balance/payments", json!({"amount": bad}))
            .await
            .expect_problem(422, "validation_failed");
    }
    let payment = owner
        .post("/agent/balance/payments", json!({"amount": "4900"}))
        .await
        .expect(201);
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
        let shop = stub.lock().expect("the stub");
        let body = &shop.bodies[0];
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
            (&json!("79990000001"), &json!(1))
        );
        // 100500:test_secret
        assert_eq!(shop.keys[0].1, "Basic MTAwNTAwOnRlc3Rfc2VjcmV0");
        assert!((1..=64).contains(&shop.keys[0].0.len()));
    }
    let provider = app.anonymous();
    let id = set_status(&stub, 0, "pending");
    // A forged notification changes nothing, because the API is asked.
    let _ = provider
        .post("/webhooks/yookassa", notification("payment.succeeded", &id))
        .await
        .expect(200);
    assert_eq!(
        owner.get("/agent/balance").await.expect(200)["balance"]["amount"],
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
        owner.get("/agent/balance").await.expect(200)["balance"]["amount"],
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
    let (app, stub) = with_shop(&app).await;
    let owner = app.owner().await;
    let first = owner
        .post("/agent/balance/payments", json!({"amount": "200"}))
        .await
        .expect(201);
    let _ = owner
        .post("/agent/balance/payments", json!({"amount": "300"}))
        .await
        .expect(201);
    let _ = set_status(&stub, 0, "succeeded");
    let shown = owner
        .get(&format!("/agent/balance/payments/{}", first["id"]))
        .await
        .expect_within_statements(200, 10);
    assert_eq!(shown["status"], "succeeded");
    let _ = set_status(&stub, 1, "succeeded");
    app.run_due_jobs().await;
    assert_eq!(
        owner.get("/agent/balance").await.expect(200)["balance"]["amount"],
        "500.00"
    );
    let third = owner
        .post("/agent/balance/payments", json!({"amount": "400"}))
        .await
        .expect(201);
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
        owner.get("/agent/balance").await.expect(200)["balance"]["amount"],
        "500.00"
    );
}

#[apply(on_both)]
async fn request_whose_answer_was_lost_is_repeated_with_its_key(app: App) {
    let (app, stub) = with_shop(&app).await;
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
        app.owner().await.get("/agent/balance").await.expect(200)["balance"]["amount"],
        "700.00"
    );
    assert_eq!(stub.lock().expect("the stub").payments.len(), 1);
}

#[apply(on_both)]
async fn notification_about_something_unknown_is_acknowledged(app: App) {
    let (app, stub) = with_shop(&app).await;
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
        .expect(201);
    let id = set_status(&stub, 0, "succeeded");
    stub.lock().expect("the stub").broken = Some(502);
    let _ = provider
        .post("/webhooks/yookassa", notification("payment.succeeded", &id))
        .await
        .expect_problem(503, "unavailable");
}

#[apply(on_both)]
async fn refund_is_taken_off_the_balance_once(app: App) {
    let (app, stub) = with_shop(&app).await;
    let owner = app.owner().await;
    let payment = owner
        .post("/agent/balance/payments", json!({"amount": "1000"}))
        .await
        .expect(201);
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
    let refund = stub.lock().expect("the stub").refunds[0]["id"]
        .as_str()
        .expect("an id")
        .to_owned();
    let _ = provider
        .post("/webhooks/yookassa", notification("refund.succeeded", &refund))
        .await
        .expect_within_statements(200, 10);
    assert_eq!(
        owner.get("/agent/balance").await.expect(200)["balance"]["amount"],
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
    let made = json!({"id": "refund-made-there", "status": "succeeded", "amount": {"value": "600.00", "currency": "RUB"}, "payment_id": id});
    stub.lock().expect("the stub").refunds.push(made);
    for _ in 0..2 {
        let _ = provider
            .post(
                "/webhooks/yookassa",
                notification("refund.succeeded", "refund-made-there"),
            )
            .await
            .expect_within_statements(200, 10);
    }
    let shown = owner
        .get(&format!("/agent/balance/payments/{}", payment["id"]))
        .await
        .expect(200);
    assert_eq!(shown["status"], "refunded");
    assert_eq!(
        owner.get("/agent/balance").await.expect(200)["balance"]["amount"],
        "1.00"
    );
    assert_eq!(
        books::billing::verify(&app.state.system()).await.expect("readable"),
        Vec::<String>::new()
    );
}
