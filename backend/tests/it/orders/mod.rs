//! An order, from the client's draft to the agent's table.

mod filters;
pub mod life;
mod lines;
mod lists;
mod search;
mod submit;

use crate::support::Actor;
use serde_json::{Value, json};

/// A draft of the client.
pub async fn draft(client: &Actor) -> i64 {
    client
        .post("/client/orders", json!({"type": "standard", "title": "Осень"}))
        .await
        .expect(201)["id"]
        .as_i64()
        .expect("an id")
}

/// A draft with one line.
pub async fn filled(client: &Actor) -> (i64, Value) {
    let id = draft(client).await;
    let line = client
        .post(&format!("/client/orders/{id}/items"), crate::support::item())
        .await
        .expect(201);
    (id, line)
}

/// An order handed to the agent.
pub async fn submitted(client: &Actor) -> i64 {
    let (id, _) = filled(client).await;
    let _ = client
        .post(&format!("/client/orders/{id}/submit"), json!({}))
        .await
        .expect(200);
    id
}
