//! One socket: the Pusher Channels protocol, versions 5 to 7, as in `pusher-js` and Laravel Echo.
//!
//! Close codes are the protocol's. A client does not reconnect after 4000–4099, reconnects with a delay after 4100–4199, and
//! reconnects at once after 4200–4299.

use super::{changes, grant};
use crate::chat;
use axum::{
    Extension,
    extract::{
        RawPathParams, State, WebSocketUpgrade,
        ws::{CloseFrame, Message, Utf8Bytes, WebSocket},
    },
    http::HeaderMap,
    response::{IntoResponse, Response},
};
use platform::{
    auth,
    http::{ClientAddress, Failure},
    realtime::{CloseReason, Hub, Listener, SocketConnection, SocketId},
    state::AppState,
    telemetry,
};
use sea_orm::DbErr;
use shared_types::{
    chat::socket::{self, APP_KEY, Established, Frame, SocketError, Subscribe, Subscribed},
    live::Channel,
};
use std::{net::IpAddr, sync::Arc, time::Duration};
use tokio::time::{Instant, sleep_until, timeout, timeout_at};
use tracing::Instrument as _;

/// Largest frame, in bytes.
const MAX_FRAME_BYTES: usize = 64 << 10;
/// Size of the read buffer in bytes. Many sockets are idle, and each holds one.
const READ_BUFFER: usize = 4 << 10;
/// Most bytes buffered for a slow connection.
const WRITE_BUFFER: usize = 256 << 10;
/// Idle seconds after which a client sends a ping.
const ACTIVITY_TIMEOUT: u64 = 30;
/// Idle time after which the server sends a ping.
const PING_AFTER: Duration = Duration::from_mins(1);
/// How long sending one frame may take.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);
/// Most frames of a socket per minute.
const MAX_FRAMES_PER_MINUTE: u32 = 300;
/// How much more than a new subscriber asks for is repeated, because its request took some time.
const REPEAT_MARGIN: Duration = Duration::from_millis(250);
/// Largest client event, in bytes.
const MAX_EVENT_BYTES: usize = 1 << 10;

const CLOSE_UNKNOWN_APP: CloseReason = (4001, "there is no such application");
const CLOSE_MALFORMED_VERSION: CloseReason = (4006, "the version of the protocol is not a number");
const CLOSE_UNSUPPORTED_VERSION: CloseReason = (4007, "only versions 5 to 7 of the protocol are supported");
const CLOSE_OVER_CAPACITY: CloseReason = (4100, "over capacity");
const CLOSE_RATE_LIMITED: CloseReason = (4301, "too many frames");
const CLOSE_NOT_SUBSCRIBED: CloseReason = (4009, "no subscription in time");
const CLOSE_PING_TIMEOUT: CloseReason = (4201, "no answer to a ping");

/// Opens a socket. Each subscription authenticates its own session.
pub async fn connect(
    State(state): State<AppState>,
    params: RawPathParams,
    axum::extract::RawQuery(query): axum::extract::RawQuery,
    address: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    let address = address.map(|Extension(address)| address.0);
    let Some(slot) = state.capacity.take_socket(address) else {
        return Failure::busy().into_response();
    };
    let is_known = params.iter().any(|(_, key)| key == APP_KEY);
    let version = url::form_urlencoded::parse(query.unwrap_or_default().as_bytes())
        .find(|(name, _)| name == "protocol")
        .map(|(_, version)| version.into_owned());
    let refused = match version.as_deref() {
        _ if !is_known => Some(CLOSE_UNKNOWN_APP),
        // A client that names no version gets the latest one.
        None | Some("5" | "6" | "7") => None,
        Some(version) if version.is_empty() || !version.bytes().all(|byte| byte.is_ascii_digit()) => {
            Some(CLOSE_MALFORMED_VERSION)
        }
        Some(_) => Some(CLOSE_UNSUPPORTED_VERSION),
    };
    let span = telemetry::socket_span(&headers);
    upgrade
        .max_message_size(MAX_FRAME_BYTES)
        .max_frame_size(MAX_FRAME_BYTES)
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(WRITE_BUFFER)
        .on_upgrade(move |mut socket| {
            let task = async move {
                let _slot = slot;
                let since = Instant::now();
                match refused {
                    Some(why) => close(&mut socket, why).await,
                    None => serve(&state, socket, address).await,
                }
                tracing::info!(seconds = since.elapsed().as_secs(), "socket closed");
            };
            task.instrument(span)
        })
}

async fn close(socket: &mut WebSocket, (code, reason): CloseReason) {
    let frame = Message::Close(Some(CloseFrame {
        code,
        reason: Utf8Bytes::from_static(reason),
    }));
    let _ = timeout(SEND_TIMEOUT, socket.send(frame)).await;
}

/// Sends a frame. Returns false when the connection is gone or does not take the frame in time.
async fn send_frame(socket: &mut WebSocket, frame: Utf8Bytes) -> bool {
    matches!(
        timeout(SEND_TIMEOUT, socket.send(Message::Text(frame))).await,
        Ok(Ok(()))
    )
}

fn encode(frame: &Frame) -> Utf8Bytes {
    serde_json::to_string(frame).unwrap_or_default().into()
}

fn error_frame(code: u16, message: &str) -> Utf8Bytes {
    let error = SocketError {
        code,
        message: message.to_owned(),
    };
    encode(&Frame::new(socket::ERROR, None, &error))
}

fn empty_frame(event: &str) -> Utf8Bytes {
    encode(&Frame::new(event, None, &serde_json::json!({})))
}

/// Removes the socket from the hub on drop.
struct HubMembership<'a>(&'a Hub, SocketId);

impl Drop for HubMembership<'_> {
    fn drop(&mut self) {
        self.0.leave(self.1);
    }
}

/// A socket, as the handlers of its frames know it.
struct ThisSocket {
    id: SocketId,
    /// The name among all replicas.
    name: String,
    /// The client's address.
    address: Option<IpAddr>,
}

async fn serve(state: &AppState, mut socket: WebSocket, address: Option<IpAddr>) {
    let Some(joined) = state.hub.join() else {
        return close(&mut socket, CLOSE_OVER_CAPACITY).await;
    };
    let SocketConnection {
        id,
        mut frames,
        close: mut closing,
    } = joined;
    let _membership = HubMembership(&state.hub, id);
    let name = state.hub.name(id);
    let this = ThisSocket { id, name, address };
    let hello = Established {
        socket_id: this.name.clone(),
        activity_timeout: ACTIVITY_TIMEOUT,
    };
    if !send_frame(&mut socket, encode(&Frame::new(socket::ESTABLISHED, None, &hello))).await {
        return;
    }
    let mut pace = FrameRate::new(Instant::now());
    let (mut last_seen, mut pinged) = (Instant::now(), false);
    let mut is_subscribed = false;
    let subscribe_until = Instant::now() + state.config.capacity.subscription_timeout;
    loop {
        tokio::select! {
            () = sleep_until(subscribe_until), if !is_subscribed => {
                return close(&mut socket, CLOSE_NOT_SUBSCRIBED).await;
            }
            changed = closing.changed() => {
                let why = *closing.borrow();
                if let (Ok(()), Some(why)) = (changed, why) {
                    close(&mut socket, why).await;
                }
                return;
            }
            frame = frames.recv() => {
                let Some(frame) = frame else { return };
                if !send_frame(&mut socket, frame).await {
                    return;
                }
            }
            received = timeout_at(last_seen + PING_AFTER, socket.recv()) => match received {
                Err(_) if pinged => return close(&mut socket, CLOSE_PING_TIMEOUT).await,
                Err(_) => {
                    (last_seen, pinged) = (Instant::now(), true);
                    if !send_frame(&mut socket, empty_frame(socket::PING)).await {
                        return;
                    }
                }
                Ok(Some(Ok(message))) => {
                    (last_seen, pinged) = (Instant::now(), false);
                    if !pace.allows(last_seen) {
                        return close(&mut socket, CLOSE_RATE_LIMITED).await;
                    }
                    let answer = match message {
                        Message::Text(text) => on_frame(state, &this, &text).await,
                        Message::Close(_) => return,
                        Message::Binary(_) => Some(error_frame(4200, "Invalid message format")),
                        // The WebSocket library answers pings itself.
                        Message::Ping(_) | Message::Pong(_) => None,
                    };
                    is_subscribed = is_subscribed || state.hub.is_subscribed(id);
                    if let Some(answer) = answer && !send_frame(&mut socket, answer).await {
                        return;
                    }
                }
                Ok(_) => return,
            },
        }
    }
}

/// Counts the frames of the current minute.
struct FrameRate {
    since: Instant,
    frames: u32,
}

impl FrameRate {
    fn new(since: Instant) -> Self {
        Self { since, frames: 0 }
    }

    fn allows(&mut self, now: Instant) -> bool {
        if now.saturating_duration_since(self.since) >= Duration::from_mins(1) {
            *self = Self::new(now);
        }
        self.frames += 1;
        self.frames <= MAX_FRAMES_PER_MINUTE
    }
}

/// Handles a frame and returns the reply, if any.
async fn on_frame(state: &AppState, socket: &ThisSocket, text: &str) -> Option<Utf8Bytes> {
    let Ok(frame) = serde_json::from_str::<Frame>(text) else {
        return Some(error_frame(4200, "Invalid message format"));
    };
    match frame.event.as_str() {
        socket::PING => Some(empty_frame(socket::PONG)),
        socket::PONG => None,
        socket::SUBSCRIBE => Some(subscribe(state, socket, &frame).await),
        socket::UNSUBSCRIBE => {
            let channel = frame
                .parse_data::<Subscribe>()
                .and_then(|request| Channel::parse(&request.channel));
            if let Some(channel) = channel {
                state.hub.unsubscribe(socket.id, channel);
            }
            None
        }
        event if event.starts_with("client-") => on_client_event(state, socket, frame).await,
        _ => Some(error_frame(4200, "Invalid message format")),
    }
}

async fn subscribe(state: &AppState, socket: &ThisSocket, frame: &Frame) -> Utf8Bytes {
    let id = socket.id;
    let refused = || error_frame(4009, "Connection is unauthorized");
    let failed = |error: &DbErr| {
        tracing::warn!(%error, "subscription failed");
        error_frame(4200, "try again")
    };
    let Some(request) = frame.parse_data::<Subscribe>() else {
        return error_frame(4200, "Invalid message format");
    };
    let Some(channel) = Channel::parse(&request.channel) else {
        return refused();
    };
    let secret = &state.config.jwt_secret;
    let auth = request.auth.unwrap_or_default();
    let Some(grant) = grant::verify(secret, &socket.name, &request.channel, &auth) else {
        return refused();
    };
    let session = grant.session;
    telemetry::record_subscriber(Some(grant.agent_id), Some(grant.user_id), session.session());
    if !state.wait_for_signals().await {
        return error_frame(4200, "try again");
    }
    let order = match channel {
        Channel::Order(order) => Some(order),
        // The signature covers the channel. Rights are read with each delivery.
        Channel::Agent(_) | Channel::Client(_) => None,
    };
    match auth::check_session(state, order, session, socket.address).await {
        Ok(true) => {}
        Ok(false) => return refused(),
        Err(error) => return failed(&error),
    }
    let last = match (order, state.hub.last_delivered_id(channel)) {
        // Later messages are delivered, earlier ones can be fetched.
        (Some(order), None) => match chat::last_message_id(state, order).await {
            Ok(last) => last,
            Err(error) => return failed(&error),
        },
        // A chat that is followed already continues from the last message that was delivered.
        (_, last) => last.flatten(),
    };
    let listener = Listener {
        session,
        name: Arc::from(request.channel.as_str()),
    };
    if !state.hub.subscribe(id, channel, listener.clone(), last) {
        return error_frame(4100, "one socket listens to too many channels");
    }
    let missed = match request.since_ms {
        Some(since) => match repeat_changes(state, id, listener, channel, since).await {
            Ok(is_complete) => !is_complete,
            Err(error) => return failed(&error),
        },
        None => false,
    };
    encode(&Frame::new(
        socket::SUBSCRIBED,
        Some(&request.channel),
        &Subscribed { missed },
    ))
}

/// Queues the events of the last milliseconds for a new subscriber. Returns false if they are not known, or too many.
async fn repeat_changes(
    state: &AppState,
    id: SocketId,
    listener: Listener,
    channel: Channel,
    since_ms: u64,
) -> Result<bool, DbErr> {
    let since = Duration::from_millis(since_ms).saturating_add(REPEAT_MARGIN);
    match state.recent_changes(channel, since) {
        Some(signals) => changes::repeat(state, id, listener, channel, signals).await,
        None => Ok(false),
    }
}

/// Forwards an event of one listener to the others. The frame is rebuilt from its known fields.
async fn on_client_event(state: &AppState, socket: &ThisSocket, frame: Frame) -> Option<Utf8Bytes> {
    let channel = frame.channel.as_deref().and_then(Channel::parse);
    let listener = channel.and_then(|channel| state.hub.listener(socket.id, channel));
    let order = match (channel, listener) {
        // Events between people say who is typing. A key that may read must not write.
        (Some(Channel::Order(order)), Some(listener)) if listener.session.session().is_some() => order,
        (Some(Channel::Order(_)), Some(_)) => return Some(error_frame(4009, "API keys send no client events")),
        _ => return Some(error_frame(4009, "the socket does not listen to the channel")),
    };
    if frame.event.len() > 50 || frame.data.to_string().len() > MAX_EVENT_BYTES {
        return Some(error_frame(4301, "the event is too long"));
    }
    chat::forward_client_event(state, order, frame.event, frame.data, &socket.name).await;
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_counted_per_minute() {
        let start = Instant::now();
        let mut pace = FrameRate::new(start);
        for minute in 0..3 {
            let now = start + Duration::from_mins(minute);
            assert!((0..MAX_FRAMES_PER_MINUTE).all(|_| pace.allows(now)), "minute {minute}");
            assert!(!pace.allows(now + Duration::from_secs(59)), "minute {minute}");
        }
    }
}
