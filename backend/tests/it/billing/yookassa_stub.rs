//! A stub of YooKassa with the wire format of its API, version 3.

use crate::support::App;
use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    response::Response,
};
use platform::config::{ReceiptVat, YookassaConfig};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

/// The requests that the stub has received, and its answers.
#[derive(Default)]
pub struct Provider {
    /// Payments by their id, as the API shows them.
    pub payments: Vec<Value>,
    pub refunds: Vec<Value>,
    pub receipts: Vec<Value>,
    /// Keys of the requests that created payments, with the credential of each.
    pub keys: Vec<(String, String)>,
    /// Bodies of the requests that created something.
    pub bodies: Vec<Value>,
    /// The next answers fail with this status.
    pub broken: Option<u16>,
    /// The number of calls.
    pub calls: usize,
}

pub type Stub = Arc<Mutex<Provider>>;

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

pub async fn answer(State(stub): State<Stub>, request: Request) -> Response {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let (key, credential) = (header(&request, "idempotence-key"), header(&request, "authorization"));
    let bytes = axum::body::to_bytes(request.into_body(), 1 << 20)
        .await
        .expect("a body");
    let body: Value = serde_json::from_slice(&bytes).unwrap_or_default();
    let mut provider = stub.lock().expect("the stub");
    provider.calls += 1;
    if let Some(status) = provider.broken {
        return respond(status, &json!({"type": "error", "code": "internal_server_error"}));
    }
    let id = path.rsplit('/').next().unwrap_or_default().to_owned();
    match (method.as_str(), path.trim_start_matches("/v3/").split('/').next()) {
        ("POST", Some("payments")) => {
            // A repeated key returns the payment that it has created.
            let known = provider.keys.iter().position(|(known, _)| *known == key);
            if let Some(index) = known {
                return respond(200, &provider.payments[index]);
            }
            let number = provider.payments.len() + 1;
            let payment = json!({
                "id": format!("22d6d597-000f-5000-9000-14522105{number:04}"),
                "status": "pending",
                "paid": false,
                "amount": body["amount"],
                "confirmation": {
                    "type": "redirect",
                    "confirmation_url": format!("https://yoomoney.ru/payments/external/confirmation?orderId={number}"),
                },
                "created_at": "2026-11-18T14:46:40.000Z",
                "description": body["description"],
                "recipient": {"account_id": "100500", "gateway_id": "100700"},
                "refundable": false,
                "test": false,
            });
            provider.keys.push((key, credential));
            provider.bodies.push(body);
            provider.payments.push(payment.clone());
            respond(200, &payment)
        }
        ("POST", Some("refunds")) => {
            let refund = json!({
                "id": format!("216749f7-0016-50be-b000-078d43a63a{:02}", provider.refunds.len() + 1),
                "status": "succeeded",
                "amount": body["amount"],
                "created_at": "2026-11-18T15:46:40.000Z",
                "payment_id": body["payment_id"],
            });
            provider.keys.push((key, credential));
            provider.bodies.push(body.clone());
            provider.refunds.push(refund.clone());
            respond(200, &refund)
        }
        ("POST", Some("receipts")) => {
            let receipt = json!({
                "id": format!("rt-2da5c87d-0384-50e8-a7f3-8d564664{:04}", provider.receipts.len() + 1),
                "type": "payment",
                "status": "pending",
                "payment_id": body["payment_id"],
                "items": body["items"],
                "settlements": body["settlements"],
            });
            provider.keys.push((key, credential));
            provider.bodies.push(body);
            provider.receipts.push(receipt.clone());
            respond(200, &receipt)
        }
        ("GET", Some(kind @ ("payments" | "refunds" | "receipts"))) => {
            let found = match kind {
                "payments" => &provider.payments,
                "refunds" => &provider.refunds,
                _ => &provider.receipts,
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
pub async fn with_provider(app: &App) -> (App, Stub) {
    let stub = Stub::default();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let router = Router::new().fallback(answer).with_state(stub.clone());
    tokio::spawn(async move { axum::serve(listener, router).await });
    app.execute_sql("UPDATE users SET email = 'user' || id || '@example.com' WHERE email IS NULL")
        .await;
    let app = app.with_config(|config| {
        config.billing.yookassa = Some(YookassaConfig {
            shop_id: "100500".to_owned(),
            secret_key: "test_secret".to_owned(),
            api_url: format!("http://{address}/v3"),
            receipt_vat: ReceiptVat::from_code(11),
        });
    });
    (app, stub)
}

pub fn set_receipt_status(stub: &Stub, index: usize, status: &str) {
    stub.lock().expect("the stub").receipts[index]["status"] = json!(status);
}

pub fn set_status(stub: &Stub, index: usize, status: &str) -> String {
    let mut provider = stub.lock().expect("the stub");
    provider.payments[index]["status"] = json!(status);
    provider.payments[index]["id"].as_str().expect("an id").to_owned()
}

/// The notification about a refund.
pub fn refund_notification(id: &str, payment: &str) -> Value {
    let mut body = notification("refund.succeeded", id);
    body["object"]["payment_id"] = json!(payment);
    body
}

/// The notification that the provider sends. It claims more than the API will say, and must not be believed.
pub fn notification(event: &str, id: &str) -> Value {
    json!({
        "type": "notification",
        "event": event,
        "object": {"id": id, "status": "succeeded", "paid": true, "amount": {"value": "999999.00", "currency": "RUB"}},
    })
}
