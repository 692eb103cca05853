//! Authorization of channels and disconnection.

use super::END_TIMEOUT;
use crate::{
    chat::{
        send_message,
        socket_client::{ChatSocket, start_server, start_server_with_sweep},
        submitted_order_chat,
    },
    support::{ASSIGNED_ONLY, App, CLIENT, OTHER_OWNER, WAREHOUSE_WORKER, on_both},
};
use serde_json::json;
use std::time::Duration;
use tokio_tungstenite::{connect_async, tungstenite::client::IntoClientRequest as _};

/// Revokes all sessions of a person without a signal, as another program would.
async fn revoke_sessions(app: &App, phone: &str) {
    let person = format!("(SELECT id FROM users WHERE phone = '{phone}')");
    app.execute_sql(&format!(
        "UPDATE sessions SET revoked_at = created_at WHERE user_id = {person}"
    ))
    .await;
}

#[apply(on_both)]
async fn both_channel_names_require_authorization(app: App) {
    let (owner, _, order) = submitted_order_chat(&app).await;
    let server = start_server(&app).await;
    for name in [format!("order.{order}"), format!("private-order.{order}")] {
        let mut socket = ChatSocket::connect(&server).await;
        socket
            .send(&json!({"event": "pusher:subscribe", "data": {"channel": name}}))
            .await;
        socket.expect_error(4009).await;
        socket.subscribe(&owner, &name).await;
        let _ = socket.expect_event("pusher_internal:subscription_succeeded").await;
        let _ = send_message(&owner, "agent", order, "раз").await;
        assert_eq!(
            socket.expect_event("message.created").await["body"],
            "раз",
            "the socket works after a refusal"
        );
    }
}

#[apply(on_both)]
async fn channel_authorization_requires_access_to_the_order(app: App) {
    let (owner, _, order) = submitted_order_chat(&app).await;
    let server = start_server(&app).await;
    let mut socket = ChatSocket::connect(&server).await;
    let channel = format!("private-order.{order}");
    let request = json!({"socket_id": socket.id, "channel_name": channel});
    for phone in [OTHER_OWNER, ASSIGNED_ONLY] {
        let _ = app
            .log_in("agent", phone)
            .await
            .post("/broadcasting/auth", request.clone())
            .await
            .expect_problem(403, "permission_denied");
    }
    for name in [
        "private-order.4096",
        "private-order.0",
        "private-staff.1",
        "presence-order.1",
    ] {
        let wrong = json!({"socket_id": socket.id, "channel_name": name});
        let _ = owner
            .post("/broadcasting/auth", wrong)
            .await
            .expect_problem(403, "permission_denied");
    }
    let _ = app
        .anonymous()
        .post("/broadcasting/auth", request.clone())
        .await
        .expect_problem(401, "credential_missing");
    for wrong in [
        json!({"channel_name": channel}),
        json!({"socket_id": "1.2.3", "channel_name": channel}),
        json!({"socket_id": socket.id}),
    ] {
        let _ = owner
            .post("/broadcasting/auth", wrong)
            .await
            .expect_problem(422, "validation_failed");
    }
    // Form-encoded, as Pusher's client libraries send it.
    let form = format!("socket_id={}&channel_name={channel}", socket.id).into_bytes();
    let grant = owner
        .with_header("content-type", "application/x-www-form-urlencoded")
        .send("POST", "/broadcasting/auth", Some(form))
        .await
        .expect(200);
    socket.subscribe_with(&channel, &grant).await;
    let _ = socket.expect_event("pusher_internal:subscription_succeeded").await;
    // A signature is valid for one socket and one channel.
    let mut thief = ChatSocket::connect(&server).await;
    thief.subscribe_with(&channel, &grant).await;
    thief.expect_error(4009).await;
    let other = crate::orders::submitted_order(&app.client().await).await;
    socket.subscribe_with(&format!("private-order.{other}"), &grant).await;
    socket.expect_error(4009).await;
    let (subscriber, signature) = grant["auth"]
        .as_str()
        .expect("text")
        .split_once('.')
        .expect("two parts");
    let forged = json!({"auth": format!("{subscriber}A.{signature}")});
    thief.subscribe_with(&channel, &forged).await;
    thief.expect_error(4009).await;
}

#[apply(on_both)]
async fn socket_of_another_session_is_not_left_out(app: App) {
    let (owner, client, order) = submitted_order_chat(&app).await;
    let server = start_server(&app).await;
    let mut listener = ChatSocket::subscribed(&server, &owner, order).await;
    let silencing = client.with_header("x-socket-id", &listener.id);
    let _ = send_message(&silencing, "client", order, "слышно").await;
    assert_eq!(listener.expect_event("message.created").await["body"], "слышно");
    let own = owner.with_header("x-socket-id", &listener.id);
    let _ = send_message(&own, "agent", order, "сам").await;
    listener.expect_silence().await;
}

#[apply(on_both)]
async fn person_has_a_limited_number_of_sockets(app: App) {
    let (owner, client, order) = submitted_order_chat(&app).await;
    let server = start_server(&app).await;
    let mut open = Vec::new();
    for _ in 0..30 {
        open.push(ChatSocket::subscribed(&server, &owner, order).await);
    }
    let mut one_more = ChatSocket::connect(&server).await;
    one_more.subscribe(&owner, &format!("private-order.{order}")).await;
    one_more.expect_error(4100).await;
    let _other = ChatSocket::subscribed(&server, &client, order).await;
}

#[apply(on_both)]
async fn socket_is_closed_after_its_login_ends(app: App) {
    let (owner, client, order) = submitted_order_chat(&app).await;
    let server = start_server(&app).await;
    let warehouse = app.log_in("agent", WAREHOUSE_WORKER).await;
    let mut sockets = [
        ChatSocket::subscribed(&server, &warehouse, order).await,
        ChatSocket::subscribed(&server, &warehouse, order).await,
    ];
    let mut other = ChatSocket::subscribed(&server, &owner, order).await;
    // The access group loses its right; the session rows do not change.
    let people = owner.get("/agent/staff").await.expect(200);
    let people = people["data"].as_array().expect("a list");
    let person = people
        .iter()
        .find(|person| person["phone"] == WAREHOUSE_WORKER)
        .expect("the person");
    let group = format!("/agent/access-groups/{}", person["group"]["id"]);
    let _ = owner
        .patch(
            &group,
            json!({"grants": {"services": {"level": "edit", "breadth": "all"}}}),
        )
        .await
        .expect(200);
    for socket in &mut sockets {
        socket.expect_close_within(END_TIMEOUT, 4009).await;
    }
    let mut clients = ChatSocket::subscribed(&server, &client, order).await;
    let _ = client
        .post("/client/sessions/revoke-all", json!({"keep_current": false}))
        .await
        .expect(204);
    clients.expect_close_within(END_TIMEOUT, 4009).await;
    let _ = send_message(&owner, "agent", order, "остались свои").await;
    assert_eq!(other.expect_event("message.created").await["body"], "остались свои");
}

#[apply(on_both)]
async fn disabled_person_loses_the_socket_at_once(app: App) {
    let (owner, _, order) = submitted_order_chat(&app).await;
    let server = start_server(&app).await;
    let warehouse = app.log_in("agent", WAREHOUSE_WORKER).await;
    let (mut ended, mut other) = (
        ChatSocket::subscribed(&server, &warehouse, order).await,
        ChatSocket::subscribed(&server, &owner, order).await,
    );
    let people = owner.get("/agent/staff").await.expect(200);
    let people = people["data"].as_array().expect("a list");
    let person = people
        .iter()
        .find(|person| person["phone"] == WAREHOUSE_WORKER)
        .expect("the person");
    let _ = owner
        .patch(&format!("/agent/staff/{}", person["id"]), json!({"disabled": true}))
        .await
        .expect_within_statements(200, 7);
    ended.expect_close_within(END_TIMEOUT, 4009).await;
    other.expect_silence().await;
}

#[apply(on_both)]
async fn repeated_check_finds_sessions_that_ended_without_a_signal(app: App) {
    let (_, client, order) = submitted_order_chat(&app).await;
    let server = start_server_with_sweep(&app, Duration::from_millis(200)).await;
    let mut socket = ChatSocket::subscribed(&server, &client, order).await;
    revoke_sessions(&app, CLIENT).await;
    socket.expect_close(4009).await;
}

#[apply(on_both)]
async fn sockets_that_subscribe_together_get_their_own_answers(app: App) {
    let (owner, client, order) = submitted_order_chat(&app).await;
    let server = start_server(&app).await;
    let channel = format!("private-order.{order}");
    let mut requests = Vec::new();
    for _ in 0..5 {
        for (actor, is_allowed) in [(&owner, true), (&client, false)] {
            let socket = ChatSocket::connect(&server).await;
            let grant = socket.authorize(actor, &channel).await;
            requests.push((socket, grant, is_allowed));
        }
    }
    revoke_sessions(&app, CLIENT).await;
    let channel = &channel;
    futures::future::join_all(requests.into_iter().map(|(mut socket, grant, is_allowed)| async move {
        socket.subscribe_with(channel, &grant).await;
        if is_allowed {
            let _ = socket.expect_event("pusher_internal:subscription_succeeded").await;
        } else {
            socket.expect_error(4009).await;
        }
    }))
    .await;
}

#[apply(on_both)]
async fn rights_are_checked_for_every_message(app: App) {
    let (owner, client, order) = submitted_order_chat(&app).await;
    let own_only = app.log_in("agent", ASSIGNED_ONLY).await;
    app.execute_sql(&format!(
        "UPDATE orders SET assigned_staff_id = (SELECT id FROM staff WHERE user_id = (SELECT id \
                              FROM users WHERE phone = '{ASSIGNED_ONLY}')) WHERE id = {order}"
    ))
    .await;
    let server = start_server(&app).await;
    let (mut restricted, mut unrestricted) = (
        ChatSocket::subscribed(&server, &own_only, order).await,
        ChatSocket::subscribed(&server, &owner, order).await,
    );
    let _ = send_message(&client, "client", order, "первое").await;
    assert_eq!(restricted.expect_event("message.created").await["body"], "первое");
    assert_eq!(unrestricted.expect_event("message.created").await["body"], "первое");
    // The order is unassigned; the session and its rights do not change.
    app.execute_sql(&format!(
        "UPDATE orders SET assigned_staff_id = NULL WHERE id = {order}"
    ))
    .await;
    let _ = send_message(&client, "client", order, "второе").await;
    restricted.expect_close(4009).await;
    assert_eq!(unrestricted.expect_event("message.created").await["body"], "второе");
}

#[apply(on_both)]
async fn wrong_app_key_and_protocol_close_the_socket(app: App) {
    let _ = submitted_order_chat(&app).await;
    let server = start_server(&app).await;
    for version in 5..=7 {
        let url = format!("ws://{}/app/karavan?protocol={version}", server.address);
        let _ = ChatSocket::connect_with(url.into_client_request().expect("a request")).await;
    }
    for (address, code) in [
        ("another?protocol=7", 4001),
        ("karavan?protocol=four", 4006),
        ("karavan?protocol=4", 4007),
        ("karavan?protocol=8", 4007),
    ] {
        let (stream, _) = connect_async(format!("ws://{}/app/{address}", server.address))
            .await
            .expect("connects");
        ChatSocket {
            stream,
            id: String::new(),
        }
        .expect_close(code)
        .await;
    }
}

#[apply(on_both)]
async fn shutdown_asks_sockets_to_reconnect(app: App) {
    let (owner, _, order) = submitted_order_chat(&app).await;
    let server = start_server(&app).await;
    let mut socket = ChatSocket::subscribed(&server, &owner, order).await;
    server.stop.send(true).expect("it runs");
    socket.expect_close(4200).await;
}
