//! The chat of an order: what both sides write, read and answer with a press, and who is told of it where.

mod files;
mod sockets;
mod talk;

use crate::support::{Actor, App, CLIENT, OWNER};
use serde_json::{Value, json};

/// The path of an order's chat on the side of an actor.
fn chat(side: &str, order: i64) -> String {
    format!("/{side}/orders/{order}/chat")
}

/// Writes a message and says its id.
async fn write(actor: &Actor, side: &str, order: i64, body: &str) -> i64 {
    let sent = actor
        .post(&chat(side, order), json!({"body": body}))
        .await
        .within(201, 7);
    sent["id"].as_i64().expect("an id")
}

fn bodies(chat: &Value) -> Vec<&str> {
    let messages = chat["data"].as_array().expect("messages");
    messages
        .iter()
        .map(|message| message["body"].as_str().expect("a text"))
        .collect()
}

/// Owner and client of the first agent, and an order that was handed in.
async fn pair(app: &App) -> (Actor, Actor, i64) {
    let (owner, client) = (app.log_in("agent", OWNER).await, app.log_in("client", CLIENT).await);
    let order = crate::orders::submitted(&client).await;
    (owner, client, order)
}
