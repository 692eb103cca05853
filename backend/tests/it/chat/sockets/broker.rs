//! Signals through a NATS server. The tests start one; where `nats-server` is not installed they pass without it.

use crate::{
    chat::{
        chat_path, send_message,
        socket_client::{ChatSocket, Received, Server, start_server},
        submitted_order_chat,
    },
    support::{Actor, OWNER, Program, eventually, installed_program, on_postgres},
};
use serde_json::json;
use std::{net::TcpListener, process::Stdio, time::Duration};

const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

struct Broker {
    port: u16,
    process: Program,
}

impl Broker {
    fn start() -> Option<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        drop(listener);
        let process = Self::run(port)?;
        Some(Self { port, process })
    }

    fn run(port: u16) -> Option<Program> {
        let mut command = installed_program("nats-server")?;
        command
            .args(["-a", "127.0.0.1", "-p", &port.to_string()])
            .stderr(Stdio::null());
        Some(Program::spawn(&mut command))
    }

    fn stop(&mut self) {
        self.process.kill();
    }

    fn restart(&mut self) {
        self.process = Self::run(self.port).expect("is installed");
    }
}

/// Whether a new socket may subscribe to the chat.
async fn subscribes(server: &Server, actor: &Actor, order: i64) -> Option<ChatSocket> {
    let mut socket = ChatSocket::connect(server).await;
    socket.subscribe(actor, &format!("private-order.{order}")).await;
    match socket.receive(CLOSE_TIMEOUT * 2).await {
        Received::Frame(frame) if frame["event"] == "pusher_internal:subscription_succeeded" => Some(socket),
        _ => None,
    }
}

#[apply(on_postgres)]
async fn broker_carries_events_between_replicas(app: App) {
    let Some(mut broker) = Broker::start() else {
        return;
    };
    let url = format!("nats://127.0.0.1:{}", broker.port);
    let app = app.with_config(|config| config.broker_url = Some(url.parse().expect("an address")));
    let other = app.replica().await;
    let (owner, client, order) = submitted_order_chat(&app).await;
    let (here, there) = (start_server(&app).await, start_server(&other).await);
    let (mut near, mut far) = (
        ChatSocket::subscribed(&here, &owner, order).await,
        ChatSocket::subscribed(&there, &client, order).await,
    );
    let id = send_message(&owner, "agent", order, "через брокера").await;
    for socket in [&mut near, &mut far] {
        assert_eq!(socket.expect_event("message.created").await["id"], json!(id));
    }
    // A session revoked on one replica closes its sockets on the other.
    let second = app.log_in("agent", OWNER).await;
    let mut revoked = ChatSocket::subscribed(&there, &second, order).await;
    owner
        .post("/agent/sessions/revoke-all", json!({"keep_current": true}))
        .await
        .expect(204);
    revoked.expect_close_within(CLOSE_TIMEOUT, 4009).await;

    // Without the broker events would be missed: sockets are closed, no subscription is accepted, and messages are stored.
    broker.stop();
    near.expect_close_within(CLOSE_TIMEOUT, 4200).await;
    far.expect_close_within(CLOSE_TIMEOUT, 4200).await;
    assert!(subscribes(&here, &owner, order).await.is_none());
    let sent = owner
        .post(&chat_path("agent", order), json!({"body": "без брокера"}))
        .await;
    assert_eq!(sent.status, 201, "{}", sent.text);

    broker.restart();
    eventually("both replicas accept subscriptions", async || {
        subscribes(&here, &owner, order).await.is_some() && subscribes(&there, &client, order).await.is_some()
    })
    .await;
    let (mut near, mut far) = (
        ChatSocket::subscribed(&here, &owner, order).await,
        ChatSocket::subscribed(&there, &client, order).await,
    );
    let id = send_message(&owner, "agent", order, "снова").await;
    for socket in [&mut near, &mut far] {
        let mut message = socket.expect_event("message.created").await;
        // The signal of the message that was stored without the broker may arrive late.
        if message["id"] != json!(id) {
            message = socket.expect_event("message.created").await;
        }
        assert_eq!(message["id"], json!(id));
    }
}
