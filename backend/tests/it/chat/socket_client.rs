//! Replicas that accept sockets, and client sockets.

use crate::support::{Actor, App};
use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::{net::SocketAddr, time::Duration};
use tokio::{net::TcpStream, sync::watch, time::timeout};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{
        Message, client::IntoClientRequest as _, handshake::client::Request, protocol::frame::coding::CloseCode,
    },
};

/// Timeout for frames that must arrive.
pub(crate) const RECEIVE_TIMEOUT: Duration = Duration::from_secs(5);
/// Wait time for frames that must not arrive.
pub(crate) const SILENCE_PERIOD: Duration = Duration::from_millis(300);

/// A replica that accepts sockets.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    pub(crate) stop: watch::Sender<bool>,
}

/// Starts a replica whose repeated check of all sessions is too slow for these tests.
pub(crate) async fn start_server(app: &App) -> Server {
    start_server_with_sweep(app, Duration::from_mins(1)).await
}

pub(crate) async fn start_server_with_sweep(app: &App, sweep: Duration) -> Server {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("its address");
    let service = app.router.clone().into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(async move { axum::serve(listener, service).await });
    let (stop, stopping) = watch::channel(false);
    tokio::spawn(karavan::live::run_with_sweep(app.state.clone(), stopping, sweep));
    Server { address, stop }
}

/// A client socket.
pub(crate) struct ChatSocket {
    pub(crate) stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(crate) id: String,
}

/// A received frame, a close code, or a timeout.
#[derive(Debug)]
pub(crate) enum Received {
    Frame(Value),
    Closed(u16),
    TimedOut,
}

/// The data of a request to subscribe.
fn subscription(channel: &str, grant: &Value) -> Value {
    json!({"channel": channel, "auth": grant["auth"]})
}

impl ChatSocket {
    pub(crate) async fn connect(server: &Server) -> Self {
        let url = format!(
            "ws://{}/app/karavan?protocol=7&client=js&version=8.6.0&flash=false",
            server.address
        );
        Self::connect_with(url.into_client_request().expect("a request")).await
    }

    /// Opens a socket by an upgrade request that is given.
    pub(crate) async fn connect_with(request: Request) -> Self {
        let (socket, _) = connect_async(request).await.expect("connects");
        let mut socket = Self {
            stream: socket,
            id: String::new(),
        };
        let hello = socket.expect_event("pusher:connection_established").await;
        assert_eq!(hello["activity_timeout"], 30);
        hello["socket_id"].as_str().expect("a name").clone_into(&mut socket.id);
        socket
    }

    /// Opens a socket and subscribes it to an order's channel.
    pub(crate) async fn subscribed(server: &Server, actor: &Actor, order: i64) -> Self {
        let mut socket = Self::connect(server).await;
        socket.subscribe(actor, &format!("private-order.{order}")).await;
        let _ = socket.expect_event("pusher_internal:subscription_succeeded").await;
        socket
    }

    pub(crate) async fn authorize(&self, actor: &Actor, channel: &str) -> Value {
        let request = json!({"socket_id": self.id, "channel_name": channel});
        actor.post("/broadcasting/auth", request).await.expect(200)
    }

    pub(crate) async fn subscribe(&mut self, actor: &Actor, channel: &str) {
        let grant = self.authorize(actor, channel).await;
        self.subscribe_with(channel, &grant).await;
    }

    pub(crate) async fn subscribe_with(&mut self, channel: &str, grant: &Value) {
        self.send_subscription(&subscription(channel, grant)).await;
    }

    async fn send_subscription(&mut self, data: &Value) {
        self.send(&json!({"event": "pusher:subscribe", "data": data})).await;
    }

    /// Subscribes with data that is this old, and returns the data of the confirmation.
    pub(crate) async fn subscribe_since(&mut self, actor: &Actor, channel: &str, since: Duration) -> Value {
        let grant = self.authorize(actor, channel).await;
        let mut data = subscription(channel, &grant);
        data["since_ms"] = json!(u64::try_from(since.as_millis()).expect("milliseconds"));
        self.send_subscription(&data).await;
        self.expect_event("pusher_internal:subscription_succeeded").await
    }

    pub(crate) async fn send(&mut self, frame: &Value) {
        self.stream.send(Message::text(frame.to_string())).await.expect("sent");
    }

    pub(crate) async fn receive(&mut self, patience: Duration) -> Received {
        match timeout(patience, self.stream.next()).await {
            Err(_) => Received::TimedOut,
            Ok(Some(Ok(Message::Text(text)))) => Received::Frame(serde_json::from_str(&text).expect("JSON")),
            Ok(Some(Ok(Message::Close(Some(frame))))) => Received::Closed(match frame.code {
                CloseCode::Library(code) => code,
                other => other.into(),
            }),
            Ok(other) => panic!("{other:?}"),
        }
    }

    /// Receives the next frame, checks its event, and returns its data.
    pub(crate) async fn expect_event(&mut self, event: &str) -> Value {
        match self.receive(RECEIVE_TIMEOUT).await {
            Received::Frame(frame) => {
                assert_eq!(frame["event"], event, "{frame}");
                let data = frame["data"].as_str().expect("JSON in a string");
                serde_json::from_str(data).expect("JSON")
            }
            other => panic!("expected {event}, got {other:?}"),
        }
    }

    pub(crate) async fn expect_error(&mut self, code: u16) {
        assert_eq!(self.expect_event("pusher:error").await["code"], code);
    }

    pub(crate) async fn expect_close(&mut self, code: u16) {
        self.expect_close_within(RECEIVE_TIMEOUT, code).await;
    }

    pub(crate) async fn expect_close_within(&mut self, patience: Duration, code: u16) {
        match self.receive(patience).await {
            Received::Closed(closed) => assert_eq!(closed, code),
            other => panic!("expected a close frame, got {other:?}"),
        }
    }

    pub(crate) async fn expect_silence(&mut self) {
        let received = self.receive(SILENCE_PERIOD).await;
        assert!(matches!(received, Received::TimedOut), "{received:?}");
    }
}
