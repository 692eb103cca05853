//! An order, from the client's draft to the agent's table.

mod agreed;
mod assignment;
mod filters;
mod history;
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

/// All lines of the order at this address, by pages of so many.
pub async fn pages_of_lines(who: &Actor, order: &str, limit: usize) -> Vec<Vec<Value>> {
    let mut pages = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = who
            .get(&format!("{order}/items?limit={limit}{cursor}"))
            .await
            .within(200, 6);
        pages.push(page["data"].as_array().expect("lines").clone());
        match page["next_cursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return pages,
        }
    }
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
