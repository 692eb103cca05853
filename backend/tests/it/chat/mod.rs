//! The chat of an order: messages, reactions, files, sockets and notifications.

mod access;
mod assigned_chats;
mod files;
mod inbox;
mod messages;
mod messenger_files;
mod messengers;
pub(crate) mod socket_client;
mod sockets;
mod translation;
mod unread;

use crate::support::{Actor, App, CLIENT, OWNER};
use serde_json::{Value, json};

/// The path of an order's chat on one side.
fn chat_path(side: &str, order: i64) -> String {
    format!("/{side}/orders/{order}/chat")
}

/// Sends a message and returns its id.
pub(crate) async fn send_message(actor: &Actor, side: &str, order: i64, body: &str) -> i64 {
    let sent = actor
        .post(&chat_path(side, order), json!({"body": body}))
        .await
        .expect_within_statements(201, 7);
    sent["id"].as_i64().expect("an id")
}

fn message_texts(chat: &Value) -> Vec<&str> {
    let messages = chat["data"].as_array().expect("messages");
    messages
        .iter()
        .map(|message| message["body"].as_str().expect("a text"))
        .collect()
}

/// Owner and client of the first agent, and a submitted order.
async fn submitted_order_chat(app: &App) -> (Actor, Actor, i64) {
    let (owner, client) = (app.log_in("agent", OWNER).await, app.log_in("client", CLIENT).await);
    let order = crate::orders::submitted_order(&client).await;
    (owner, client, order)
}
