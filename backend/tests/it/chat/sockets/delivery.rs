//! Which events reach which sockets.

use super::END_TIMEOUT;
use crate::{
    chat::{
        chat_path, send_message,
        socket_client::{ChatSocket, RECEIVE_TIMEOUT, Received, SILENCE_PERIOD, start_server},
        submitted_order_chat,
    },
    support::{OWNER, on_both, on_postgres},
};
use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

#[apply(on_both)]
async fn chat_events_reach_both_sides(app: App) {
    let (owner, client, order) = submitted_order_chat(&app).await;
    let server = start_server(&app).await;
    let mut sockets = [
        ChatSocket::subscribed(&server, &owner, order).await,
        ChatSocket::subscribed(&server, &client, order).await,
    ];
    let id = send_message(&client, "client", order, "你好\nпривет").await;
    for socket in &mut sockets {
        let message = socket.expect_event("message.created").await;
        assert_eq!(
            (&message["id"], &message["body"], &message["author_name"]),
            (&json!(id), &json!("你好\nпривет"), &json!("Игорь"))
        );
    }
    let reactions_path = format!("{}/{id}/reactions", chat_path("agent", order));
    let _ = owner
        .post(&reactions_path, json!({"emoji": "👍", "given": true}))
        .await
        .expect_within_statements(200, 7);
    let _ = owner
        .post(
            &format!("{}/read", chat_path("agent", order)),
            json!({"message_id": id}),
        )
        .await
        .expect(200);
    let sent = owner
        .post(&chat_path("agent", order), json!({"body": "да"}))
        .await
        .expect_within_statements(201, 7);
    let _ = owner
        .patch(
            &format!("{}/{}", chat_path("agent", order), sent["id"]),
            json!({"no_reply_needed": true}),
        )
        .await
        .expect_within_statements(200, 7);
    for socket in &mut sockets {
        assert_eq!(
            socket.expect_event("reaction.changed").await["reactions"][0]["emoji"],
            "👍"
        );
        assert_eq!(
            socket.expect_event("chat.read").await,
            json!({"side": "staff", "message_id": id})
        );
        assert_eq!(socket.expect_event("message.created").await["body"], "да");
        assert_eq!(socket.expect_event("message.updated").await["no_reply_needed"], true);
        socket.expect_silence().await;
    }
}

#[apply(on_both)]
async fn unsubscribed_sockets_receive_nothing(app: App) {
    let (_, client, order) = submitted_order_chat(&app).await;
    let server = start_server(&app).await;
    let own = crate::orders::submitted_order(&client).await;
    let mut elsewhere = ChatSocket::subscribed(&server, &client, own).await;
    let mut nowhere = ChatSocket::connect(&server).await;
    let _ = send_message(&client, "client", order, "тайна").await;
    elsewhere.expect_silence().await;
    nowhere.expect_silence().await;
}

#[apply(on_both)]
async fn typing_event_reaches_other_subscribers(app: App) {
    let (owner, client, order) = submitted_order_chat(&app).await;
    let server = start_server(&app).await;
    let (mut writer, mut reader) = (
        ChatSocket::subscribed(&server, &owner, order).await,
        ChatSocket::subscribed(&server, &client, order).await,
    );
    let channel = format!("private-order.{order}");
    writer
        .send(&json!({"event": "client-typing", "channel": channel, "data": {"name": "Анна"}, "user_id": "7"}))
        .await;
    match reader.receive(RECEIVE_TIMEOUT).await {
        Received::Frame(frame) => assert_eq!(
            frame,
            json!({"event": "client-typing", "channel": channel, "data": {"name": "Анна"}})
        ),
        other => panic!("{other:?}"),
    }
    writer.expect_silence().await;
    let mut stranger = ChatSocket::connect(&server).await;
    stranger
        .send(&json!({"event": "client-typing", "channel": channel, "data": {}}))
        .await;
    stranger.expect_error(4009).await;
    writer
        .send(&json!({"event": "client-typing", "channel": channel, "data": "x".repeat(2000)}))
        .await;
    writer.expect_error(4301).await;
    reader.expect_silence().await;
}

#[apply(on_both)]
async fn unsubscribed_channel_delivers_no_more_events(app: App) {
    let (owner, client, order) = submitted_order_chat(&app).await;
    let server = start_server(&app).await;
    let mut socket = ChatSocket::subscribed(&server, &owner, order).await;
    // Subscribing again has no effect.
    socket.subscribe(&owner, &format!("private-order.{order}")).await;
    let _ = socket.expect_event("pusher_internal:subscription_succeeded").await;
    let _ = send_message(&client, "client", order, "раз").await;
    assert_eq!(socket.expect_event("message.created").await["body"], "раз");
    socket.expect_silence().await;
    socket
        .send(&json!({"event": "pusher:unsubscribe", "data": {"channel": format!("private-order.{order}")}}))
        .await;
    socket.send(&json!({"event": "pusher:ping", "data": {}})).await;
    assert_eq!(socket.expect_event("pusher:pong").await, json!({}));
    let _ = send_message(&client, "client", order, "два").await;
    socket.expect_silence().await;
}

#[apply(on_both)]
async fn invalid_frames_keep_the_socket_open(app: App) {
    let (owner, _, order) = submitted_order_chat(&app).await;
    let server = start_server(&app).await;
    let mut socket = ChatSocket::subscribed(&server, &owner, order).await;
    for invalid in [
        "",
        "{",
        "[]",
        "\"pusher:ping\"",
        r#"{"event":7}"#,
        r#"{"event":"pusher:launch"}"#,
        r#"{"event":"pusher:subscribe","data":{}}"#,
        r#"{"event":"message.created","channel":"private-order.1","data":"{}"}"#,
    ] {
        socket.stream.send(Message::text(invalid)).await.expect("sent");
        socket.expect_error(4200).await;
    }
    let _ = send_message(&owner, "agent", order, "ещё здесь").await;
    assert_eq!(socket.expect_event("message.created").await["body"], "ещё здесь");
    socket
        .stream
        .send(Message::text("x".repeat(70_000)))
        .await
        .expect("sent");
    let end = timeout(RECEIVE_TIMEOUT, async {
        while let Some(Ok(_)) = socket.stream.next().await {}
    })
    .await;
    assert!(end.is_ok(), "an oversized frame closes the socket");
}

#[apply(on_both)]
async fn messages_arrive_once_and_in_order(app: App) {
    let (owner, client, order) = submitted_order_chat(&app).await;
    let server = start_server(&app).await;
    let mut sockets = Vec::new();
    for _ in 0..4 {
        sockets.push(ChatSocket::subscribed(&server, &owner, order).await);
    }
    let writers: Vec<_> = (0..4)
        .map(|writer| {
            let (owner, client) = (owner.clone(), client.clone());
            tokio::spawn(async move {
                for number in 0..10 {
                    let (actor, side) = if writer % 2 == 0 {
                        (&owner, "agent")
                    } else {
                        (&client, "client")
                    };
                    let sent = actor
                        .post(&chat_path(side, order), json!({"body": format!("{writer}.{number}")}))
                        .await;
                    assert_eq!(sent.status, 201, "{}", sent.text);
                }
            })
        })
        .collect();
    for writer in writers {
        writer.await.expect("writes");
    }
    for socket in &mut sockets {
        let mut ids = Vec::new();
        for _ in 0..40 {
            ids.push(
                socket.expect_event("message.created").await["id"]
                    .as_i64()
                    .expect("an id"),
            );
        }
        assert!(ids.is_sorted_by(|one, next| one < next), "{ids:?}");
        socket.expect_silence().await;
    }
}

/// A message that is written between the commit and the signal of another one must reach the sender of that other one.
#[apply(on_both)]
async fn senders_receive_every_message_of_the_others(app: App) {
    let (owner, client, order) = submitted_order_chat(&app).await;
    let server = start_server(&app).await;
    let mut sockets = [
        ChatSocket::subscribed(&server, &owner, order).await,
        ChatSocket::subscribed(&server, &client, order).await,
    ];
    let pages = [
        (owner.with_header("x-socket-id", &sockets[0].id), "agent"),
        (client.with_header("x-socket-id", &sockets[1].id), "client"),
    ];
    let writers = pages.map(|(page, side)| {
        tokio::spawn(async move {
            for number in 0..20 {
                let sent = page
                    .post(&chat_path(side, order), json!({"body": format!("{side} {number}")}))
                    .await;
                assert_eq!(sent.status, 201, "{}", sent.text);
            }
        })
    });
    for writer in writers {
        writer.await.expect("writes");
    }
    for (socket, other) in sockets.iter_mut().zip(["client", "agent"]) {
        let mut received = Vec::new();
        while let Received::Frame(frame) = socket.receive(SILENCE_PERIOD).await {
            let data = frame["data"].as_str().expect("JSON in a string");
            let message: Value = serde_json::from_str(data).expect("JSON");
            received.push(message["body"].as_str().expect("a text").to_owned());
        }
        let expected: Vec<String> = (0..20).map(|number| format!("{other} {number}")).collect();
        received.retain(|body| body.starts_with(other));
        assert_eq!(received, expected);
    }
}

/// Replicas are supported on PostgreSQL only.
#[apply(on_postgres)]
async fn events_cross_replicas(app: App) {
    let other = app.replica().await;
    let (owner, client, order) = submitted_order_chat(&app).await;
    let (here, there) = (start_server(&app).await, start_server(&other).await);
    let (mut near, mut far) = (
        ChatSocket::subscribed(&here, &owner, order).await,
        ChatSocket::subscribed(&there, &client, order).await,
    );
    let id = send_message(&owner, "agent", order, "издалека").await;
    for socket in [&mut near, &mut far] {
        assert_eq!(socket.expect_event("message.created").await["id"], json!(id));
    }
    let channel = format!("private-order.{order}");
    far.send(&json!({"event": "client-typing", "channel": channel, "data": {"name": "Игорь"}}))
        .await;
    assert!(matches!(near.receive(RECEIVE_TIMEOUT).await, Received::Frame(frame) if frame["event"] == "client-typing"));
    // A session revoked on one replica closes its sockets on the other.
    let second = app.log_in("agent", OWNER).await;
    let mut far = ChatSocket::subscribed(&there, &second, order).await;
    let _ = owner
        .post("/agent/sessions/revoke-all", json!({"keep_current": true}))
        .await
        .expect(204);
    far.expect_close_within(END_TIMEOUT, 4009).await;
}
