//! Strangers cannot block other logins: cheap checks run before hashing, and limits count per source (decision 0034).

mod codes;
mod hashing;
mod passwords;

use crate::support::{Actor, App, PASSWORD};
use serde_json::{Value, json};

const CHAT: i64 = 5_550_001;

/// The service behind a trusted proxy, so that forwarded addresses are used.
fn behind_a_proxy(app: &App) -> App {
    app.with_config(|config| config.trusted_proxies = 1)
}

/// A caller in the network with this number.
fn in_network(app: &App, network: usize) -> Actor {
    app.anonymous()
        .with_header("x-forwarded-for", &format!("198.18.{network}.7"))
}

fn password_body(phone: &str, password: &str) -> Value {
    json!({"phone": phone, "password": password})
}

/// Tries wrong passwords from many networks until none is checked any more. Returns how many were checked.
async fn exhaust_password_attempts(app: &App, path: &str, phone: &str) -> usize {
    let mut compared = 0;
    for network in 0..12 {
        for _ in 0..6 {
            let answer = in_network(app, network).post(path, password_body(phone, "guess")).await;
            compared += usize::from(answer.status == 401);
        }
    }
    let _ = in_network(app, 200)
        .post(path, password_body(phone, PASSWORD))
        .await
        .expect_problem(429, "too_many_requests");
    compared
}

/// Requests codes from many networks until none is sent any more. Returns how many were sent.
async fn exhaust_codes(app: &App, path: &str, phone: &str) -> usize {
    let mut sent = 0;
    for network in 0..6 {
        for _ in 0..6 {
            let answer = in_network(app, network)
                .post(path, json!({"phone": phone, "channel": "log"}))
                .await;
            sent += usize::from(answer.status == 202);
        }
    }
    let _ = in_network(app, 200)
        .post(path, json!({"phone": phone, "channel": "log"}))
        .await
        .expect_problem(429, "too_many_requests");
    sent
}
