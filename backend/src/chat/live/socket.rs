//! One socket: the Pusher Channels protocol, version 7, as `pusher-js` and Laravel Echo speak it.
//!
//! Close codes are the protocol's: from 4000 on a client does not come again, from 4100 on later, from 4200 on at once.

use super::{KEY, grant};
use crate::{
    chat::{
        read,
        signal::{Event, Signal},
    },
    platform::{
        auth,
        realtime::{Closing, Hub, Joined, Listener, SocketId},
        state::AppState,
    },
};
use axum::{
    extract::{
        RawPathParams, State, WebSocketUpgrade,
        ws::{CloseFrame, Message, Utf8Bytes, WebSocket},
    },
    response::Response,
};
use shared_types::chat::socket::{self, Established, Frame, SocketError, Subscribe, order_of};
use std::{sync::Arc, time::Duration};
use tokio::time::{Instant, timeout, timeout_at};

/// Largest frame, in bytes.
const LARGEST: usize = 64 << 10;
/// What is read at once: many sockets are quiet, and each holds that much.
const READ_BUFFER: usize = 4 << 10;
/// Most that waits to be taken by a slow connection.
const WRITE_BUFFER: usize = 256 << 10;
/// Seconds of silence after which a client asks whether anybody is there.
const ACTIVITY: u64 = 30;
/// Silence after which the server asks.
const SILENCE: Duration = Duration::from_mins(1);
/// How long a connection may take to take a frame.
const PATIENCE: Duration = Duration::from_secs(10);
/// Frames of a socket within a minute.
const FRAMES: u32 = 300;
/// What a socket says to others, in bytes.
const WHISPER: usize = 1 << 10;

const WRONG_KEY: Closing = (4001, "there is no such application");
const WRONG_VERSION: Closing = (4007, "only version 7 of the protocol is spoken");
const FULL: Closing = (4100, "over capacity");
const GREEDY: Closing = (4301, "too many frames");
const DEAF: Closing = (4201, "no answer to a ping");

/// Opens a socket; who asks is told by what it subscribes with.
pub async fn connect(
    State(state): State<AppState>,
    params: RawPathParams,
    axum::extract::RawQuery(query): axum::extract::RawQuery,
    upgrade: WebSocketUpgrade,
) -> Response {
    let is_known = params.iter().any(|(_, key)| key == KEY);
    let version = url::form_urlencoded::parse(query.unwrap_or_default().as_bytes())
        .find(|(name, _)| name == "protocol")
        .map(|(_, version)| version.into_owned());
    let refused = match version.as_deref() {
        _ if !is_known => Some(WRONG_KEY),
        // Whoever does not say speaks the latest.
        None | Some("7") => None,
        Some(_) => Some(WRONG_VERSION),
    };
    upgrade
        .max_message_size(LARGEST)
        .max_frame_size(LARGEST)
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(WRITE_BUFFER)
        .on_upgrade(move |mut socket| async move {
            match refused {
                Some(why) => close(&mut socket, why).await,
                None => serve(&state, socket).await,
            }
        })
}

async fn close(socket: &mut WebSocket, (code, reason): Closing) {
    let frame = Message::Close(Some(CloseFrame {
        code,
        reason: Utf8Bytes::from_static(reason),
    }));
    let _ = timeout(PATIENCE, socket.send(frame)).await;
}

/// Hands a frame to the connection; false when it is gone or does not take it.
async fn put(socket: &mut WebSocket, frame: Utf8Bytes) -> bool {
    matches!(timeout(PATIENCE, socket.send(Message::Text(frame))).await, Ok(Ok(())))
}

fn text(frame: &Frame) -> Utf8Bytes {
    serde_json::to_string(frame).unwrap_or_default().into()
}

fn fault(code: u16, message: &str) -> Utf8Bytes {
    let error = SocketError {
        code,
        message: message.to_owned(),
    };
    text(&Frame::new(socket::ERROR, None, &error))
}

fn plain(event: &str) -> Utf8Bytes {
    text(&Frame::new(event, None, &serde_json::json!({})))
}

/// Leaves the hub whatever ends the socket.
struct Membership<'a>(&'a Hub, SocketId);

impl Drop for Membership<'_> {
    fn drop(&mut self) {
        self.0.leave(self.1);
    }
}

async fn serve(state: &AppState, mut socket: WebSocket) {
    let Some(joined) = state.hub.join() else {
        return close(&mut socket, FULL).await;
    };
    let Joined {
        id,
        mut frames,
        close: mut closing,
    } = joined;
    let _membership = Membership(&state.hub, id);
    let name = state.hub.name(id);
    let hello = Established {
        socket_id: name.clone(),
        activity_timeout: ACTIVITY,
    };
    if !put(&mut socket, text(&Frame::new(socket::ESTABLISHED, None, &hello))).await {
        return;
    }
    let mut pace = Pace::new();
    let (mut heard, mut asked) = (Instant::now(), false);
    loop {
        tokio::select! {
            changed = closing.changed() => {
                let why = *closing.borrow();
                if let (Ok(()), Some(why)) = (changed, why) {
                    close(&mut socket, why).await;
                }
                return;
            }
            frame = frames.recv() => {
                let Some(frame) = frame else { return };
                if !put(&mut socket, frame).await {
                    return;
                }
            }
            came = timeout_at(heard + SILENCE, socket.recv()) => match came {
                Err(_) if asked => return close(&mut socket, DEAF).await,
                Err(_) => {
                    (heard, asked) = (Instant::now(), true);
                    if !put(&mut socket, plain(socket::PING)).await {
                        return;
                    }
                }
                Ok(Some(Ok(message))) => {
                    (heard, asked) = (Instant::now(), false);
                    if !pace.allows() {
                        return close(&mut socket, GREEDY).await;
                    }
                    let answer = match message {
                        Message::Text(text) => answer(state, id, &name, &text).await,
                        Message::Close(_) => return,
                        Message::Binary(_) => Some(fault(4200, "Invalid message format")),
                        // The library answers pings itself.
                        Message::Ping(_) | Message::Pong(_) => None,
                    };
                    if let Some(answer) = answer && !put(&mut socket, answer).await {
                        return;
                    }
                }
                Ok(_) => return,
            },
        }
    }
}

/// How many frames came within the running minute.
struct Pace {
    since: Instant,
    frames: u32,
}

impl Pace {
    fn new() -> Self {
        Self {
            since: Instant::now(),
            frames: 0,
        }
    }

    fn allows(&mut self) -> bool {
        if self.since.elapsed() > Duration::from_mins(1) {
            *self = Self::new();
        }
        self.frames += 1;
        self.frames <= FRAMES
    }
}

/// What there is to answer to a frame.
async fn answer(state: &AppState, id: SocketId, name: &str, text: &str) -> Option<Utf8Bytes> {
    let Ok(frame) = serde_json::from_str::<Frame>(text) else {
        return Some(fault(4200, "Invalid message format"));
    };
    match frame.event.as_str() {
        socket::PING => Some(plain(socket::PONG)),
        socket::PONG => None,
        socket::SUBSCRIBE => Some(subscribe(state, id, name, &frame).await),
        socket::UNSUBSCRIBE => {
            let left = frame.read::<Subscribe>().and_then(|left| order_of(&left.channel));
            if let Some(order) = left {
                state.hub.mute(id, order.0);
            }
            None
        }
        event if event.starts_with("client-") => whisper(state, id, name, frame).await,
        _ => Some(fault(4200, "Invalid message format")),
    }
}

async fn subscribe(state: &AppState, id: SocketId, name: &str, frame: &Frame) -> Utf8Bytes {
    let refused = || fault(4009, "Connection is unauthorized");
    let Some(ask) = frame.read::<Subscribe>() else {
        return fault(4200, "Invalid message format");
    };
    let Some(order) = order_of(&ask.channel) else {
        return refused();
    };
    let secret = &state.config.jwt_secret;
    let (auth, data) = (ask.auth.unwrap_or_default(), ask.channel_data.unwrap_or_default());
    let Some(seat) = grant::open(secret, name, &ask.channel, &auth, &data) else {
        return refused();
    };
    if !state.hears_signals().await {
        return fault(4200, "try again");
    }
    // The last message first: what is written from here on is told, what was written before can be asked for.
    let Ok(last) = read::last_of(&state.system(), order.0).await else {
        return fault(4200, "try again");
    };
    match auth::of_logins_in(state, order.0, &[seat]).await {
        Ok(good) if good.contains(&seat) => {}
        Ok(_) => return refused(),
        Err(_) => return fault(4200, "try again"),
    }
    let listener = Listener {
        seat,
        channel: Arc::from(ask.channel.as_str()),
    };
    if !state.hub.listen(id, order.0, listener, last) {
        return fault(4100, "one socket listens to too many channels");
    }
    text(&Frame::new(
        socket::SUBSCRIBED,
        Some(&ask.channel),
        &serde_json::json!({}),
    ))
}

/// What one listener says to the others; the frame is built anew of known parts.
async fn whisper(state: &AppState, id: SocketId, name: &str, frame: Frame) -> Option<Utf8Bytes> {
    let order = frame.channel.as_deref().and_then(order_of);
    let listens = |order: i64| state.hub.listener(id, order).is_some();
    let Some(order) = order.filter(|order| listens(order.0)) else {
        return Some(fault(4009, "the socket does not listen to the channel"));
    };
    if frame.event.len() > 50 || frame.data.to_string().len() > WHISPER {
        return Some(fault(4301, "the event is too long"));
    }
    let signal = Signal {
        order: order.0,
        event: Event::Whisper {
            event: frame.event,
            data: frame.data,
        },
        except: Some(name.to_owned()),
    };
    signal.send(state).await;
    None
}
