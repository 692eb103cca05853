//! The connection that tells of news: one socket at a time, and questions in between while there is none.

use super::{
    calls,
    room::{Nudge, Room, Running},
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
            REACTION_CHANGED, Read, SUBSCRIBE, SUBSCRIBED, SocketError, Subscribe, TYPING, Typing,
        },
    },
    endpoint::Nothing,
};

/// How often is asked while no socket tells.
const POLL_MS: u32 = 15_000;
/// So many of these times, and addresses of files are fetched anew: they work for half an hour at least.
const RENEW_AFTER: u32 = 100;
/// How long an answer to a question whether anybody is there may take.
const PATIENCE_MS: u32 = 15_000;
/// Silence after which that is asked, until the server says its own number.
const QUIET_MS: u32 = 30_000;
/// Between attempts, at first and at most.
const BACK_OFF_MS: u32 = 1000;
const LONGEST_BACK_OFF_MS: u32 = 30_000;
/// Before a socket that was turned away asks whether the login still holds.
const TURNED_MS: u32 = 2000;
/// How often the others are told that somebody types, and how long they show it.
const TYPES_EVERY: TimeDelta = TimeDelta::seconds(3);
const TYPES_MS: u32 = 4000;

/// How a connection ended.
enum End {
    /// It broke, or was not made.
    Lost,
    /// The server does not want it so: the login, the rights or the order are not what they were.
    Turned,
}

/// What a connection waits for.
enum Happening {
    /// The server said something, or the wire is cut.
    Said(Option<Result<Message, WebSocketError>>),
    /// The page said something, or is gone.
    Nudged(Option<Nudge>),
    /// Nothing came for too long.
    Silence,
}

/// A socket that listens.
struct Line {
    wire: WebSocket,
    room: Room,
    channel: String,
    /// Milliseconds of silence that are nothing unusual.
    quiet: u32,
    /// When the others were last told that somebody types.
    told: DateTime<Utc>,
}

/// Listens until the panel goes.
pub(super) fn start(room: Room, socket: ChatSocket) {
    let (sender, mut nudges) = unbounded();
    let (task, stop) = abortable(async move {
        join(keep(room, &socket, &mut nudges), poll(room)).await;
    });
    let running = Running { stop, nudges: sender };
    // The panel may be gone by now.
    let is_there = room.running.try_update_value(|held| *held = Some(running)).is_some();
    if is_there {
        spawn_local(async move {
            let _ = task.await;
        });
    }
}

async fn poll(room: Room) {
    let mut turn = 0_u32;
    loop {
        TimeoutFuture::new(POLL_MS).await;
        turn = (turn + 1) % RENEW_AFTER;
        if turn == 0 {
            room.renew_all();
        }
        if room.live.try_get_untracked() == Some(false) {
            let _ = room.catch_up().await;
        }
    }
}

async fn keep(room: Room, socket: &ChatSocket, nudges: &mut UnboundedReceiver<Nudge>) {
    let mut failures = 0;
    loop {
        let end = connect(room, socket, nudges, &mut failures).await;
        room.live.try_set(false);
        room.down.try_set(true);
        let pause = (BACK_OFF_MS << failures.min(5)).min(LONGEST_BACK_OFF_MS);
        failures += 1;
        match end {
            // A server that starts anew is not asked by everybody in the same moment.
            End::Lost => rest(pause + format::now().timestamp_subsec_millis(), nudges).await,
            End::Turned => {
                TimeoutFuture::new(pause.max(TURNED_MS)).await;
                if let Err(refused @ Error::Problem(_)) = room.catch_up().await {
                    room.entered.try_set(Some(Err(refused)));
                    return;
                }
            }
        }
    }
}

/// Waits, unless the network comes back before.
async fn rest(pause: u32, nudges: &mut UnboundedReceiver<Nudge>) {
    let mut clock = TimeoutFuture::new(pause);
    while let Either::Right((Some(nudge), _)) = select(&mut clock, nudges.next()).await {
        if nudge == Nudge::Online {
            return;
        }
    }
}

fn address(path: &str) -> Option<String> {
    let location = window().location();
    let scheme = if location.protocol().ok()? == "https:" {
        "wss"
    } else {
        "ws"
    };
    let host = location.host().ok()?;
    Some(format!("{scheme}://{host}{path}?protocol=7&client=karavan&version=1"))
}

async fn connect(room: Room, socket: &ChatSocket, nudges: &mut UnboundedReceiver<Nudge>, failures: &mut u32) -> End {
    let Some(wire) = address(&socket.path).and_then(|address| WebSocket::open(&address).ok()) else {
        return End::Lost;
    };
    let mut line = Line {
        wire,
        room,
        channel: socket.channel.clone(),
        quiet: QUIET_MS,
        told: DateTime::UNIX_EPOCH,
    };
    let mut clock = TimeoutFuture::new(PATIENCE_MS);
    let mut is_asked = true;
    loop {
        // Taken out of the futures first: they hold the line.
        let happening = match select(line.wire.next(), select(nudges.next(), &mut clock)).await {
            Either::Left((said, _)) => Happening::Said(said),
            Either::Right((Either::Left((nudge, _)), _)) => Happening::Nudged(nudge),
            Either::Right((Either::Right(_), _)) => Happening::Silence,
        };
        match happening {
            Happening::Said(Some(Ok(message))) => {
                if let Message::Text(text) = message
                    && let Some(end) = line.hear(&text, failures).await
                {
                    return end;
                }
                (clock, is_asked) = (TimeoutFuture::new(line.quiet), false);
            }
            Happening::Said(Some(Err(WebSocketError::ConnectionClose(close)))) => {
                return if is_final(close.code) { End::Turned } else { End::Lost };
            }
            // The close that says why comes behind the error.
            Happening::Said(Some(Err(_))) | Happening::Nudged(Some(Nudge::Online)) => {}
            Happening::Nudged(Some(Nudge::Types)) => line.types().await,
            Happening::Silence if !is_asked => {
                line.say(PING, None, &Nothing {}).await;
                (clock, is_asked) = (TimeoutFuture::new(PATIENCE_MS), true);
            }
            Happening::Said(None) | Happening::Nudged(None) | Happening::Silence => return End::Lost,
        }
    }
}

/// The protocol's numbers of what trying again does not mend.
const fn is_final(code: u16) -> bool {
    matches!(code, 4000..=4099)
}

impl Line {
    async fn say<T: serde::Serialize>(&mut self, event: &str, channel: Option<&str>, data: &T) {
        if let Ok(text) = serde_json::to_string(&Frame::new(event, channel, data)) {
            // A wire that is cut says so by itself.
            let _ = self.wire.send(Message::Text(text)).await;
        }
    }

    /// Tells the others that somebody types.
    async fn types(&mut self) {
        let now = format::now();
        if self.room.live.try_get_untracked() != Some(true) || now - self.told < TYPES_EVERY {
            return;
        }
        self.told = now;
        let name = self.room.name.try_get_value().unwrap_or_default();
        let channel = self.channel.clone();
        self.say(TYPING, Some(&channel), &Typing { name }).await;
    }

    /// Takes what the server says; an end, where it says that there is one.
    async fn hear(&mut self, text: &str, failures: &mut u32) -> Option<End> {
        let frame: Frame = serde_json::from_str(text).ok()?;
        let room = self.room;
        match frame.event.as_str() {
            ESTABLISHED => {
                let established: Established = frame.read()?;
                let seconds = u32::try_from(established.activity_timeout).ok()?;
                self.quiet = seconds.saturating_mul(1000).clamp(1000, 300_000);
                return self.subscribe(established.socket_id).await.err();
            }
            SUBSCRIBED => {
                let was_down = room.down.try_get_untracked() == Some(true);
                room.live.try_set(true);
                room.down.try_set(false);
                *failures = 0;
                let mut caught = room.catch_up().await;
                if was_down && caught.is_ok() {
                    caught = room.look_again().await;
                }
                if caught.is_err() {
                    return Some(End::Lost);
                }
            }
            MESSAGE_CREATED => {
                let message: shared_types::chat::ChatMessage = frame.read()?;
                let is_writer = |name: &Option<String>| name.as_ref() == Some(&message.author_name);
                if room.typing.try_with_untracked(is_writer) == Some(true) {
                    room.typing.try_set(None);
                }
                room.hear(message);
            }
            MESSAGE_UPDATED | REACTION_CHANGED => room.replace(frame.read()?),
            CHAT_READ => {
                let read: Read = frame.read()?;
                if read.side != room.side {
                    room.mark(Some(read.message_id), None);
                }
            }
            TYPING => show_typing(room, frame.read()?),
            PING => self.say(PONG, None, &Nothing {}).await,
            ERROR => {
                let error: SocketError = frame.read()?;
                return is_final(error.code).then_some(End::Turned);
            }
            _ => {}
        }
        None
    }

    async fn subscribe(&mut self, socket_id: String) -> Result<(), End> {
        let grant = calls::authorize(socket_id, self.channel.clone()).await;
        let grant = grant.map_err(|error| match error {
            Error::Problem(_) => End::Turned,
            _ => End::Lost,
        })?;
        let wish = Subscribe {
            channel: self.channel.clone(),
            auth: Some(grant.auth),
            channel_data: Some(grant.channel_data),
        };
        self.say(SUBSCRIBE, None, &wish).await;
        Ok(())
    }
}

/// Shows who types for a while.
fn show_typing(room: Room, Typing { name }: Typing) {
    // The person's own other window.
    if room.name.try_with_value(|own| *own == name) != Some(false) {
        return;
    }
    let since = room.memory.try_update_value(|memory| {
        memory.typed = memory.typed.wrapping_add(1);
        memory.typed
    });
    room.typing.try_set(Some(name));
    spawn_local(async move {
        TimeoutFuture::new(TYPES_MS).await;
        if room.memory.try_with_value(|memory| memory.typed) == since {
            room.typing.try_set(None);
        }
    });
}
