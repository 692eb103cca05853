//! The WebSocket connection of the tab.

use super::channels::{ChannelEvent, Command, STATE, emit, refuse};
use crate::{
    api::{self, Options},
    format,
};
use futures::{
    SinkExt, StreamExt,
    channel::mpsc::UnboundedReceiver,
    future::{Either, select},
};
use gloo_net::websocket::{Message, WebSocketError, futures::WebSocket};
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use shared_types::{
    chat::{
        AuthorizeChannel, ChannelAuthRequest,
        socket::{
            ERROR, ESTABLISHED, Established, Frame, PING, PONG, SUBSCRIBE, SUBSCRIBED, SocketError, Subscribe,
            Subscribed, UNSUBSCRIBE, socket_path,
        },
    },
    endpoint::Nothing,
};

/// How long to wait for the handshake, and for the answer to a ping.
const PONG_TIMEOUT_MS: u32 = 15_000;
/// Silence after which a ping is sent, until the server announces its own interval.
const DEFAULT_PING_AFTER_MS: u32 = 30_000;
/// Initial pause between connection attempts; it doubles with each failure.
const MIN_BACKOFF_MS: u32 = 1000;
/// Maximum pause between connection attempts.
const MAX_BACKOFF_MS: u32 = 30_000;
/// Minimum pause after the server rejected a connection.
const REJECTED_PAUSE_MS: u32 = 2000;

/// Why a connection ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Disconnect {
    Lost,
    Rejected,
}

pub(super) async fn keep_connected(mut commands: UnboundedReceiver<Command>) {
    let mut failures = 0_u32;
    loop {
        let end = connect(&mut commands, &mut failures).await;
        STATE.with_borrow_mut(|state| {
            state.socket_id = None;
            for channel in state.channels.values_mut() {
                (channel.is_subscribed, channel.is_refused) = (false, false);
            }
        });
        let pause = (MIN_BACKOFF_MS << failures.min(5)).min(MAX_BACKOFF_MS);
        failures += 1;
        // The jitter keeps clients from reconnecting at the same moment after a restart of the server.
        let pause = pause + format::now().timestamp_subsec_millis();
        match end {
            Disconnect::Lost => {
                emit(None, &ChannelEvent::Lost);
                wait_to_reconnect(pause, &mut commands).await;
            }
            Disconnect::Rejected => {
                emit(None, &ChannelEvent::Rejected);
                TimeoutFuture::new(pause.max(REJECTED_PAUSE_MS)).await;
            }
        }
    }
}

/// Waits for the pause to pass, or for the network to come back.
async fn wait_to_reconnect(pause: u32, commands: &mut UnboundedReceiver<Command>) {
    let mut timeout = TimeoutFuture::new(pause);
    while let Either::Right((Some(command), _)) = select(&mut timeout, commands.next()).await {
        if matches!(command, Command::Reconnect) {
            return;
        }
    }
}

fn socket_url() -> Option<String> {
    let location = window().location();
    let scheme = if location.protocol().ok()? == "https:" {
        "wss"
    } else {
        "ws"
    };
    let host = location.host().ok()?;
    let path = socket_path();
    Some(format!("{scheme}://{host}{path}?protocol=7&client=karavan&version=1"))
}

/// Whether a code of the protocol means that reconnecting does not help.
const fn is_rejection(code: u16) -> bool {
    matches!(code, 4000..=4099)
}

/// For how long the page has followed a channel that was not confirmed before.
fn pending_ms(channel: &str) -> Option<u64> {
    let since = STATE.with_borrow(|state| state.channels.get(channel)?.pending_since)?;
    Some(
        (format::now() - since)
            .num_milliseconds()
            .try_into()
            .unwrap_or_default(),
    )
}

/// An open connection.
struct Connection {
    websocket: WebSocket,
    /// Silence after which a ping is sent, in milliseconds.
    ping_after_ms: u32,
    /// The channel whose subscription is not confirmed yet. One is requested at a time, because errors name no channel.
    requested: Option<String>,
}

/// An input that a connection handles.
enum Input {
    Received(Option<Result<Message, WebSocketError>>),
    Command(Option<Command>),
    Timeout,
}

async fn connect(commands: &mut UnboundedReceiver<Command>, failures: &mut u32) -> Disconnect {
    let Some(websocket) = socket_url().and_then(|address| WebSocket::open(&address).ok()) else {
        return Disconnect::Lost;
    };
    let mut connection = Connection {
        websocket,
        ping_after_ms: DEFAULT_PING_AFTER_MS,
        requested: None,
    };
    let mut timeout = TimeoutFuture::new(PONG_TIMEOUT_MS);
    // The handshake counts as an unanswered ping.
    let mut is_pinged = true;
    loop {
        // The input is extracted first, because the futures borrow the connection.
        let input = match select(connection.websocket.next(), select(commands.next(), &mut timeout)).await {
            Either::Left((message, _)) => Input::Received(message),
            Either::Right((Either::Left((command, _)), _)) => Input::Command(command),
            Either::Right((Either::Right(_), _)) => Input::Timeout,
        };
        let end = match input {
            Input::Received(Some(Ok(message))) => {
                let end = match message {
                    Message::Text(text) => connection.on_frame(&text, failures).await,
                    Message::Bytes(_) => Ok(()),
                };
                (timeout, is_pinged) = (TimeoutFuture::new(connection.ping_after_ms), false);
                end
            }
            Input::Received(Some(Err(WebSocketError::ConnectionClose(close)))) => Err(if is_rejection(close.code) {
                Disconnect::Rejected
            } else {
                Disconnect::Lost
            }),
            // An error is followed by the close frame with the reason.
            Input::Received(Some(Err(_))) => Ok(()),
            Input::Command(Some(command)) => connection.on_command(command).await,
            Input::Timeout if !is_pinged => {
                connection.send(&Frame::new(PING, None, &Nothing {})).await;
                (timeout, is_pinged) = (TimeoutFuture::new(PONG_TIMEOUT_MS), true);
                Ok(())
            }
            Input::Received(None) | Input::Command(None) | Input::Timeout => Err(Disconnect::Lost),
        };
        if let Err(end) = end {
            return end;
        }
    }
}

impl Connection {
    async fn send(&mut self, frame: &Frame) {
        if let Ok(text) = serde_json::to_string(frame) {
            // A broken connection is reported by the stream.
            let _ = self.websocket.send(Message::Text(text)).await;
        }
    }

    async fn on_command(&mut self, command: Command) -> Result<(), Disconnect> {
        match command {
            Command::Subscribe => return self.request_next().await,
            Command::Unsubscribe(channel) => {
                let is_wanted = STATE.with_borrow(|state| state.channels.contains_key(&channel));
                if !is_wanted {
                    let request = Subscribe {
                        channel,
                        ..Subscribe::default()
                    };
                    self.send(&Frame::new(UNSUBSCRIBE, None, &request)).await;
                }
            }
            Command::Send(frame) => self.send(&frame).await,
            Command::Reconnect => {}
        }
        Ok(())
    }

    /// Requests the subscription of the next channel, unless one is being requested.
    async fn request_next(&mut self) -> Result<(), Disconnect> {
        while self.requested.is_none() {
            let next = STATE.with_borrow(|state| {
                let mut open = state
                    .channels
                    .iter()
                    .filter(|(_, channel)| !channel.is_subscribed && !channel.is_refused);
                Some((state.socket_id.clone()?, open.next()?.0.clone()))
            });
            let Some((socket_id, channel)) = next else {
                return Ok(());
            };
            let body = ChannelAuthRequest {
                socket_id,
                channel_name: channel.clone(),
            };
            match api::send::<AuthorizeChannel>((), Nothing {}, body, Options::default()).await {
                Ok(grant) => {
                    let request = Subscribe {
                        channel: channel.clone(),
                        auth: Some(grant.auth),
                        since_ms: pending_ms(&channel),
                    };
                    self.requested = Some(channel);
                    self.send(&Frame::new(SUBSCRIBE, None, &request)).await;
                }
                Err(error) if error.is_refusal() => refuse(&channel),
                Err(_) => return Err(Disconnect::Lost),
            }
        }
        Ok(())
    }

    /// Handles a frame from the server. Returns why the connection ends, if the frame ends it.
    async fn on_frame(&mut self, text: &str, failures: &mut u32) -> Result<(), Disconnect> {
        let Ok(frame) = serde_json::from_str::<Frame>(text) else {
            return Ok(());
        };
        match frame.event.as_str() {
            ESTABLISHED => {
                if let Some(established) = frame.parse_data::<Established>() {
                    let seconds = u32::try_from(established.activity_timeout).unwrap_or(u32::MAX);
                    self.ping_after_ms = seconds.saturating_mul(1000).clamp(1000, 300_000);
                    STATE.with_borrow_mut(|state| state.socket_id = Some(established.socket_id));
                }
                self.request_next().await
            }
            SUBSCRIBED => {
                *failures = 0;
                self.requested = None;
                let confirmed = frame.parse_data::<Subscribed>().unwrap_or_default();
                if let Some(channel) = frame.channel {
                    let is_again = STATE.with_borrow_mut(|state| {
                        let state = state.channels.get_mut(&channel)?;
                        state.is_subscribed = true;
                        Some(state.pending_since.take().is_none())
                    });
                    let missed = confirmed.missed || is_again == Some(true);
                    emit(Some(&channel), &ChannelEvent::Subscribed { missed });
                }
                self.request_next().await
            }
            PING => {
                self.send(&Frame::new(PONG, None, &Nothing {})).await;
                Ok(())
            }
            ERROR => {
                let code = frame.parse_data::<SocketError>().map_or(0, |error| error.code);
                match self.requested.take() {
                    Some(channel) if is_rejection(code) => {
                        refuse(&channel);
                        self.request_next().await
                    }
                    Some(_) => Err(Disconnect::Lost),
                    None => Ok(()),
                }
            }
            _ => {
                if let Some(channel) = frame.channel.clone() {
                    emit(Some(&channel), &ChannelEvent::Received(frame));
                }
                Ok(())
            }
        }
    }
}
