//! The baseline of live chats: a server that sends each message to all sockets, without a database and without rights.

use crate::Failure;
use axum::{
    Json, Router,
    extract::{
        State, WebSocketUpgrade,
        ws::{Message, Utf8Bytes, WebSocket},
    },
    http::StatusCode,
    response::Response,
    routing::{get, post},
    serve::ListenerExt,
};
use serde_json::{Value, json};
use tokio::{net::TcpListener, sync::broadcast};

/// Most messages that a socket may be behind.
const QUEUE: usize = 64;

type Messages = broadcast::Sender<Utf8Bytes>;

/// Serves until the process is killed.
pub(crate) async fn serve(address: &str) -> Result<(), Failure> {
    let router = Router::new()
        .route("/app/karavan", get(connect))
        .route("/broadcasting/auth", post(authorize))
        .route("/messages", post(send))
        .with_state(Messages::new(QUEUE));
    let listener = TcpListener::bind(address).await?.tap_io(|stream| {
        stream.set_nodelay(true).ok();
    });
    axum::serve(listener, router).await?;
    Ok(())
}

/// A frame of the Pusher protocol. Its payload is a string with JSON in it.
fn frame(event: &str, payload: &str) -> Utf8Bytes {
    json!({ "event": event, "data": payload }).to_string().into()
}

/// Authorizes every subscription.
async fn authorize(Json(_): Json<Value>) -> Json<Value> {
    Json(json!({ "auth": "karavan:none" }))
}

/// Sends the body to all subscribed sockets as the payload of a message.
async fn send(State(messages): State<Messages>, body: String) -> StatusCode {
    // Fails only if there are no sockets.
    messages.send(frame("message.created", &body)).ok();
    StatusCode::CREATED
}

async fn connect(State(messages): State<Messages>, upgrade: WebSocketUpgrade) -> Response {
    upgrade.on_upgrade(move |socket| async move {
        // A connection that fails has ended.
        follow(socket, messages).await.ok();
    })
}

/// Sends all messages to the socket from its subscription on.
async fn follow(mut socket: WebSocket, messages: Messages) -> Result<(), axum::Error> {
    let hello = frame("pusher:connection_established", r#"{"socket_id":"1.1"}"#);
    socket.send(Message::Text(hello)).await?;
    let Some(subscription) = socket.recv().await else {
        return Ok(());
    };
    subscription?;
    let mut following = messages.subscribe();
    let confirmation = frame("pusher_internal:subscription_succeeded", "{}");
    socket.send(Message::Text(confirmation)).await?;
    loop {
        tokio::select! {
            message = following.recv() => match message {
                Ok(message) => socket.send(Message::Text(message)).await?,
                Err(_) => return Ok(()),
            },
            received = socket.recv() => match received {
                Some(received) => drop(received?),
                None => return Ok(()),
            },
        }
    }
}
