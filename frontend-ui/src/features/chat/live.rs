//! Live updates of the chat: one WebSocket connection at a time, and polling while there is none.

use super::{
    calls,
    room::{Connection, Room, UiEvent},
};
use crate::{api::Error, format};
use chrono::{DateTime, TimeDelta, Utc};
use futures::{
    SinkExt, StreamExt,
    channel::mpsc::{UnboundedReceiver, unbounded},
    future::{Either, abortable, join, select},
};
use gloo_net::websocket::{Message, WebSocketError, futures::WebSocket};
use gloo_timers::future::TimeoutFuture;
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    chat::{
        ChatSocket,
        socket::{
            CHAT_READ, ERROR, ESTABLISHED, Established, Frame, MESSAGE_CREATED, MESSAGE_UPDATED, PING, PONG,
            REACTION_CHANGED, ReadReceipt, SUBSCRIBE, SUBSCRIBED, SocketError, Subscribe, TYPING, Typing,
        },
    },
    endpoint::Nothing,
};

/// Polling interval while there is no connection.
const POLL_INTERVAL_MS: u32 = 15_000;
/// Number of polling intervals after which the URLs of files are renewed. They are valid for at least half an hour.
const RENEW_EVERY_POLLS: u32 = 100;
/// How long to wait for the handshake, and for the answer to a ping.
const PONG_TIMEOUT_MS: u32 = 15_000;
/// Silence after which a ping is sent, until the server announces its own interval.
const DEFAULT_PING_AFTER_MS: u32 = 30_000;
/// Initial pause between connection attempts; it doubles with each failure.
const MIN_BACKOFF_MS: u32 = 1000;
/// Maximum pause between connection attempts.
const MAX_BACKOFF_MS: u32 = 30_000;
/// Minimum pause after the server rejected a connection, before the access is checked.
const REJECTED_PAUSE_MS: u32 = 2000;
/// Minimum interval between two typing events that are sent.
const TYPING_INTERVAL: TimeDelta = TimeDelta::seconds(3);
/// How long a received typing event is shown.
const TYPING_SHOWN_MS: u32 = 4000;

/// Why a connection ended.
enum Disconnect {
    /// The connection broke or could not be opened.
    Lost,
    /// The server rejected it: the login, the rights or the order have changed.
    Rejected,
}

/// An event that a connection handles.
enum ConnectionEvent {
    /// A message from the server, an error, or the end of the stream.
    Received(Option<Result<Message, WebSocketError>>),
    /// An event from the page; `None` when the panel is closed.
    Ui(Option<UiEvent>),
    /// Nothing was received for too long.
    Timeout,
}

/// An open connection.
struct LiveSocket {
    websocket: WebSocket,
    room: Room,
    channel: String,
    /// Silence after which a ping is sent, in milliseconds.
    ping_after_ms: u32,
    /// When the last typing event was sent.
    typing_sent_at: DateTime<Utc>,
}

/// Starts the connection and the polling. Both run until the panel is closed.
pub(super) fn start(room: Room, socket: ChatSocket) {
    let (sender, mut events) = unbounded();
    let (task, stop) = abortable(async move {
        join(keep_connected(room, &socket, &mut events), poll(room)).await;
    });
    let connection = Connection {
        stop,
        ui_events: sender,
    };
    // The panel may have been closed meanwhile.
    let is_open = room
        .connection
        .try_update_value(|current| *current = Some(connection))
        .is_some();
    if is_open {
        spawn_local(async move {
            let _ = task.await;
        });
    }
}

async fn poll(room: Room) {
    let mut polls = 0_u32;
    loop {
        TimeoutFuture::new(POLL_INTERVAL_MS).await;
        polls = (polls + 1) % RENEW_EVERY_POLLS;
        if polls == 0 {
            room.renew_all_file_urls();
        }
        if room.live.try_get_untracked() == Some(false) {
            let _ = room.catch_up().await;
        }
    }
}

async fn keep_connected(room: Room, socket: &ChatSocket, events: &mut UnboundedReceiver<UiEvent>) {
    let mut failures = 0;
    loop {
        let end = connect(room, socket, events, &mut failures).await;
        room.live.try_set(false);
        room.connection_lost.try_set(true);
        let pause = (MIN_BACKOFF_MS << failures.min(5)).min(MAX_BACKOFF_MS);
        failures += 1;
        match end {
            // The jitter keeps clients from reconnecting at the same moment after a restart of the server.
            Disconnect::Lost => wait_to_reconnect(pause + format::now().timestamp_subsec_millis(), events).await,
            Disconnect::Rejected => {
                TimeoutFuture::new(pause.max(REJECTED_PAUSE_MS)).await;
                if let Err(err @ Error::Problem(_)) = room.catch_up().await {
                    room.load_result.try_set(Some(Err(err)));
                    return;
                }
            }
        }
    }
}

/// Waits for the pause to pass, or for the network to come back.
async fn wait_to_reconnect(pause: u32, events: &mut UnboundedReceiver<UiEvent>) {
    let mut timeout = TimeoutFuture::new(pause);
    while let Either::Right((Some(event), _)) = select(&mut timeout, events.next()).await {
        if event == UiEvent::Online {
            return;
        }
    }
}

fn socket_url(path: &str) -> Option<String> {
    let location = window().location();
    let scheme = if location.protocol().ok()? == "https:" {
        "wss"
    } else {
        "ws"
    };
    let host = location.host().ok()?;
    Some(format!("{scheme}://{host}{path}?protocol=7&client=karavan&version=1"))
}

async fn connect(
    room: Room,
    socket: &ChatSocket,
    events: &mut UnboundedReceiver<UiEvent>,
    failures: &mut u32,
) -> Disconnect {
    let Some(websocket) = socket_url(&socket.path).and_then(|address| WebSocket::open(&address).ok()) else {
        return Disconnect::Lost;
    };
    let mut connection = LiveSocket {
        websocket,
        room,
        channel: socket.channel.clone(),
        ping_after_ms: DEFAULT_PING_AFTER_MS,
        typing_sent_at: DateTime::UNIX_EPOCH,
    };
    let mut timeout = TimeoutFuture::new(PONG_TIMEOUT_MS);
    // The handshake counts as an unanswered ping.
    let mut is_pinged = true;
    loop {
        // The event is extracted first, because the futures borrow the connection.
        let event = match select(connection.websocket.next(), select(events.next(), &mut timeout)).await {
            Either::Left((message, _)) => ConnectionEvent::Received(message),
            Either::Right((Either::Left((event, _)), _)) => ConnectionEvent::Ui(event),
            Either::Right((Either::Right(_), _)) => ConnectionEvent::Timeout,
        };
        match event {
            ConnectionEvent::Received(Some(Ok(message))) => {
                if let Message::Text(text) = message
                    && let Some(end) = connection.on_frame(&text, failures).await
                {
                    return end;
                }
                (timeout, is_pinged) = (TimeoutFuture::new(connection.ping_after_ms), false);
            }
            ConnectionEvent::Received(Some(Err(WebSocketError::ConnectionClose(close)))) => {
                return if is_rejection(close.code) {
                    Disconnect::Rejected
                } else {
                    Disconnect::Lost
                };
            }
            // An error is followed by the close frame with the reason.
            ConnectionEvent::Received(Some(Err(_))) | ConnectionEvent::Ui(Some(UiEvent::Online)) => {}
            ConnectionEvent::Ui(Some(UiEvent::Typing)) => connection.send_typing().await,
            ConnectionEvent::Timeout if !is_pinged => {
                connection.send_frame(PING, None, &Nothing {}).await;
                (timeout, is_pinged) = (TimeoutFuture::new(PONG_TIMEOUT_MS), true);
            }
            ConnectionEvent::Received(None) | ConnectionEvent::Ui(None) | ConnectionEvent::Timeout => {
                return Disconnect::Lost;
            }
        }
    }
}

/// Whether a close code of the protocol means that reconnecting does not help.
const fn is_rejection(code: u16) -> bool {
    matches!(code, 4000..=4099)
}

impl LiveSocket {
    async fn send_frame<T: serde::Serialize>(&mut self, event: &str, channel: Option<&str>, data: &T) {
        if let Ok(text) = serde_json::to_string(&Frame::new(event, channel, data)) {
            // A broken connection is reported by the stream.
            let _ = self.websocket.send(Message::Text(text)).await;
        }
    }

    /// Sends a typing event, unless one was sent a moment ago.
    async fn send_typing(&mut self) {
        let now = format::now();
        if self.room.live.try_get_untracked() != Some(true) || now - self.typing_sent_at < TYPING_INTERVAL {
            return;
        }
        self.typing_sent_at = now;
        let name = self.room.name.try_get_value().unwrap_or_default();
        let channel = self.channel.clone();
        self.send_frame(TYPING, Some(&channel), &Typing { name }).await;
    }

    /// Handles a frame from the server. Returns why the connection ends, if the frame ends it.
    async fn on_frame(&mut self, text: &str, failures: &mut u32) -> Option<Disconnect> {
        let frame: Frame = serde_json::from_str(text).ok()?;
        let room = self.room;
        match frame.event.as_str() {
            ESTABLISHED => {
                let established: Established = frame.parse_data()?;
                let seconds = u32::try_from(established.activity_timeout).ok()?;
                self.ping_after_ms = seconds.saturating_mul(1000).clamp(1000, 300_000);
                return self.subscribe(established.socket_id).await.err();
            }
            SUBSCRIBED => {
                let was_lost = room.connection_lost.try_get_untracked() == Some(true);
                room.live.try_set(true);
                room.connection_lost.try_set(false);
                *failures = 0;
                let mut result = room.catch_up().await;
                if was_lost && result.is_ok() {
                    result = room.reload_latest().await;
                }
                if result.is_err() {
                    return Some(Disconnect::Lost);
                }
            }
            MESSAGE_CREATED => {
                let message: shared_types::chat::ChatMessage = frame.parse_data()?;
                let is_author = |name: &Option<String>| name.as_ref() == Some(&message.author_name);
                if room.typing.try_with_untracked(is_author) == Some(true) {
                    room.typing.try_set(None);
                }
                room.on_message(message);
            }
            MESSAGE_UPDATED | REACTION_CHANGED => room.replace(frame.parse_data()?),
            CHAT_READ => {
                let read: ReadReceipt = frame.parse_data()?;
                if read.side != room.side {
                    room.set_read_marks(Some(read.message_id), None);
                }
            }
            TYPING => show_typing(room, frame.parse_data()?),
            PING => self.send_frame(PONG, None, &Nothing {}).await,
            ERROR => {
                let error: SocketError = frame.parse_data()?;
                return is_rejection(error.code).then_some(Disconnect::Rejected);
            }
            _ => {}
        }
        None
    }

    async fn subscribe(&mut self, socket_id: String) -> Result<(), Disconnect> {
        let grant = calls::authorize(socket_id, self.channel.clone()).await;
        let grant = grant.map_err(|error| match error {
            Error::Problem(_) => Disconnect::Rejected,
            _ => Disconnect::Lost,
        })?;
        let request = Subscribe {
            channel: self.channel.clone(),
            auth: Some(grant.auth),
            channel_data: Some(grant.channel_data),
        };
        self.send_frame(SUBSCRIBE, None, &request).await;
        Ok(())
    }
}

/// Shows for a few seconds who is typing.
fn show_typing(room: Room, Typing { name }: Typing) {
    // Ignore typing in another window of the same person.
    if room.name.try_with_value(|own| *own == name) != Some(false) {
        return;
    }
    let event = room.data.try_update_value(|data| {
        data.typing_events = data.typing_events.wrapping_add(1);
        data.typing_events
    });
    room.typing.try_set(Some(name));
    spawn_local(async move {
        TimeoutFuture::new(TYPING_SHOWN_MS).await;
        if room.data.try_with_value(|data| data.typing_events) == event {
            room.typing.try_set(None);
        }
    });
}
