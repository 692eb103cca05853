//! Keys of programs.

mod commands;
mod life;
mod matrix;
mod places;
mod rights;

use crate::support::{Actor, App};
use serde_json::{Value, json};

/// A key that reads and writes orders and their items.
pub fn key_body() -> Value {
    json!({"name": "ERP", "rights": {"orders": "write", "items": "write"}})
}

/// Creates a key, and returns its text.
pub async fn create_key(maker: &Actor, side: &str, body: Value) -> String {
    let created = maker.post(&format!("/{side}/api-keys"), body).await.expect(201);
    created["plaintext"].as_str().expect("a key").to_owned()
}

/// A program with a new key of the owner.
pub async fn program(app: &App, body: Value) -> Actor {
    app.with_token(&create_key(&app.owner().await, "agent", body).await)
}

/// The newest key of a list.
async fn newest(person: &Actor, side: &str) -> Value {
    person.get(&format!("/{side}/api-keys")).await.expect(200)["data"][0].clone()
}
