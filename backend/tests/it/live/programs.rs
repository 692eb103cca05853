//! Programs with API keys on the WebSocket.

use super::{cabinet_channel, events, following, received};
use crate::{
    api_keys::create_key,
    chat::{
        send_message,
        socket_client::{ChatSocket, start_server, start_server_with_sweep},
    },
    orders::{
        lifecycle::{adjust_balance, quote_order},
        submitted_order,
    },
    support::{Actor, App, on_both},
};
use chrono::Duration;
use serde_json::{Value, json};
use std::time::Duration as Wait;

/// A program with a new key of the owner.
async fn program(app: &App, rights: Value) -> Actor {
    let key = create_key(&app.owner().await, "agent", json!({"name": "ERP", "rights": rights})).await;
    app.with_token(&key)
}

async fn refused(server: &crate::chat::socket_client::Server, program: &Actor, channel: &str) {
    let socket = ChatSocket::connect(server).await;
    let request = json!({"socket_id": socket.id, "channel_name": channel});
    let _ = program
        .post("/broadcasting/auth", request)
        .await
        .expect_problem(403, "permission_denied");
}

#[apply(on_both)]
async fn key_receives_events_of_what_it_may_read(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let server = start_server(&app).await;
    let channel = cabinet_channel(&owner, "agent").await;
    let orders = program(&app, json!({"orders": "read"})).await;
    let balances = program(&app, json!({"balance": "read"})).await;
    let settings = program(&app, json!({"settings": "write"})).await;
    refused(&server, &settings, &channel).await;
    let (mut of_orders, mut of_balances) = (ChatSocket::connect(&server).await, ChatSocket::connect(&server).await);
    of_orders.subscribe(&orders, &channel).await;
    let _ = of_orders.expect_event("pusher_internal:subscription_succeeded").await;
    of_balances.subscribe(&balances, &channel).await;
    let _ = of_balances.expect_event("pusher_internal:subscription_succeeded").await;
    let order = submitted_order(&client).await;
    let _ = quote_order(&owner, order).await;
    adjust_balance(&owner, 1, "5000", "RUB").await;
    assert_eq!(received(&mut of_orders).await, events([("order.changed", order)]));
    assert_eq!(received(&mut of_balances).await, events([("balance.changed", 1)]));
    // The channel of another cabinet is refused to a key as it is to its maker.
    refused(&server, &orders, "private-client.1").await;
    let body = json!({"name": "Магазин", "rights": {"orders": "read"}});
    let of_client = app.with_token(&create_key(&client, "client", body).await);
    let mut buyer = following(&server, &of_client, "client").await;
    let _ = submitted_order(&client).await;
    assert!(!received(&mut buyer).await.is_empty());
}

#[apply(on_both)]
async fn chat_needs_the_right_on_chats_and_a_key_says_nothing(app: App) {
    let client = app.client().await;
    let order = submitted_order(&client).await;
    let channel = format!("private-order.{order}");
    let server = start_server(&app).await;
    let orders = program(&app, json!({"orders": "write"})).await;
    refused(&server, &orders, &channel).await;
    let chats = program(&app, json!({"chat": "write"})).await;
    let mut socket = ChatSocket::subscribed(&server, &chats, order).await;
    let _ = send_message(&client, "client", order, "слышно").await;
    assert_eq!(socket.expect_event("message.created").await["body"], "слышно");
    let typing = json!({"event": "client-typing", "channel": channel, "data": {"name": "ERP"}});
    socket.send(&typing).await;
    socket.expect_error(4009).await;
}

#[apply(on_both)]
async fn sockets_of_a_key_end_with_it(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let server = start_server_with_sweep(&app, Wait::from_millis(200)).await;
    let order = submitted_order(&client).await;
    for end in ["revoked", "narrowed", "expired"] {
        let chats = program(&app, json!({"chat": "read", "orders": "read"})).await;
        let id = owner.get("/agent/api-keys").await.expect(200)["data"][0]["id"].clone();
        let mut socket = ChatSocket::subscribed(&server, &chats, order).await;
        let path = format!("/agent/api-keys/{id}");
        match end {
            "revoked" => drop(owner.delete(&path).await.expect(204)),
            "narrowed" => {
                let narrow = json!({"rights": {"orders": "read"}});
                drop(owner.patch(&path, narrow).await.expect(200));
            }
            _ => app.state.clock.advance(Duration::days(366)),
        }
        socket.expect_close(4009).await;
        if end == "revoked" {
            let again = json!({"socket_id": "1.2", "channel_name": "private-order.1"});
            let _ = chats
                .post("/broadcasting/auth", again)
                .await
                .expect_problem(401, "credential_revoked");
        }
    }
}

#[apply(on_both)]
async fn signature_does_not_outlive_the_networks_of_its_key(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let server = start_server(&app).await;
    let order = submitted_order(&client).await;
    let channel = format!("private-order.{order}");
    let chats = program(&app, json!({"chat": "read"})).await;
    let mut socket = ChatSocket::connect(&server).await;
    let grant = socket.authorize(&chats, &channel).await;
    assert!(
        grant.get("channel_data").is_none(),
        "a private channel has no data: {grant}"
    );
    let id = owner.get("/agent/api-keys").await.expect(200)["data"][0]["id"].clone();
    let elsewhere = json!({"networks": ["192.0.2.0/24"]});
    let _ = owner
        .patch(&format!("/agent/api-keys/{id}"), elsewhere)
        .await
        .expect(200);
    socket.subscribe_with(&channel, &grant).await;
    socket.expect_error(4009).await;
    let here = json!({"networks": ["127.0.0.0/8"]});
    let _ = owner.patch(&format!("/agent/api-keys/{id}"), here).await.expect(200);
    socket.subscribe_with(&channel, &grant).await;
    let _ = socket.expect_event("pusher_internal:subscription_succeeded").await;
}
