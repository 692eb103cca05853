//! The subscriptions of the tab to channels, and the work of the connection for them.

use super::socket::keep_connected;
use crate::format;
use chrono::{DateTime, Utc};
use futures::channel::mpsc::{UnboundedSender, unbounded};
use gloo_timers::future::TimeoutFuture;
use leptos::{prelude::*, task::spawn_local};
use shared_types::chat::socket::Frame;
use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

/// Pause before a refused subscription is requested again.
const REFUSED_PAUSE_MS: u32 = 30_000;

/// An event of a channel or of its connection.
#[derive(Clone, Debug)]
pub(crate) enum ChannelEvent {
    /// The server confirmed the subscription.
    Subscribed {
        /// Whether events before it may have been missed.
        missed: bool,
    },
    /// An event of the server.
    Received(Frame),
    /// The connection broke or could not be opened; it is opened again.
    Lost,
    /// The server refused the channel or closed the connection: the login, the rights or the object have changed.
    Rejected,
}

pub(super) type Handler = Rc<dyn Fn(&ChannelEvent)>;

#[derive(Default)]
pub(super) struct ChannelState {
    /// When the page began to follow the channel; `None` after the first confirmation, when its events have come.
    pub(super) pending_since: Option<DateTime<Utc>>,
    pub(super) handlers: BTreeMap<u64, Handler>,
    pub(super) is_subscribed: bool,
    pub(super) is_refused: bool,
}

pub(super) enum Command {
    /// A channel was added, or may be requested again.
    Subscribe,
    Unsubscribe(String),
    Send(Frame),
    /// The network is back.
    Reconnect,
}

#[derive(Default)]
pub(super) struct State {
    last_id: u64,
    pub(super) channels: BTreeMap<String, ChannelState>,
    /// To the task of the connection, once it runs.
    commands: Option<UnboundedSender<Command>>,
    /// The name of the connection.
    pub(super) socket_id: Option<String>,
}

thread_local! {
    pub(super) static STATE: RefCell<State> = RefCell::default();
}

/// A subscription. It ends when it is dropped.
pub(crate) struct Subscription {
    channel: String,
    id: u64,
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let removed = STATE.with_borrow_mut(|state| {
            let channel = state.channels.get_mut(&self.channel)?;
            let handler = channel.handlers.remove(&self.id);
            if channel.handlers.is_empty() {
                state.channels.remove(&self.channel);
                command(state, Command::Unsubscribe(self.channel.clone()));
            }
            handler
        });
        drop(removed);
    }
}

pub(super) fn command(state: &State, command: Command) {
    if let Some(commands) = &state.commands {
        // Sending fails only if the task has ended.
        let _ = commands.unbounded_send(command);
    }
}

/// Subscribes to a channel. The first subscription opens the connection.
pub(crate) fn subscribe(channel: String, handler: impl Fn(&ChannelEvent) + 'static) -> Subscription {
    let handler: Handler = Rc::new(handler);
    let (id, is_live, receiver) = STATE.with_borrow_mut(|state| {
        state.last_id += 1;
        let id = state.last_id;
        let entry = state.channels.entry(channel.clone()).or_insert_with(|| ChannelState {
            pending_since: Some(format::now()),
            ..ChannelState::default()
        });
        entry.handlers.insert(id, Rc::clone(&handler));
        let is_live = entry.is_subscribed;
        let receiver = if state.commands.is_none() {
            let (sender, receiver) = unbounded();
            state.commands = Some(sender);
            Some(receiver)
        } else {
            command(state, Command::Subscribe);
            None
        };
        (id, is_live, receiver)
    });
    if let Some(receiver) = receiver {
        let online = window_event_listener_untyped("online", |_| {
            STATE.with_borrow(|state| command(state, Command::Reconnect));
        });
        // The connection and the listener live as long as the page.
        std::mem::forget(online);
        spawn_local(keep_connected(receiver));
    }
    if is_live {
        handler(&ChannelEvent::Subscribed { missed: false });
    }
    Subscription { channel, id }
}

/// Sends a client event to the other subscribers of a channel.
pub(crate) fn send<T: serde::Serialize>(event: &str, channel: &str, data: &T) {
    let frame = Frame::new(event, Some(channel), data);
    STATE.with_borrow(|state| command(state, Command::Send(frame)));
}

/// The name of the connection, for the header `X-Socket-ID`.
pub(crate) fn socket_id() -> Option<String> {
    STATE.with_borrow(|state| state.socket_id.clone())
}

/// Calls the handlers of a channel, or of all channels.
pub(super) fn emit(channel: Option<&str>, event: &ChannelEvent) {
    let handlers: Vec<Handler> = STATE.with_borrow(|state| {
        let channels = state
            .channels
            .iter()
            .filter(|(name, _)| channel.is_none_or(|wanted| wanted == *name));
        channels
            .flat_map(|(_, channel)| channel.handlers.values().map(Rc::clone))
            .collect()
    });
    for handler in handlers {
        handler(event);
    }
}

/// Marks a channel as refused, and requests it again later.
pub(super) fn refuse(channel: &str) {
    STATE.with_borrow_mut(|state| {
        if let Some(state) = state.channels.get_mut(channel) {
            state.is_refused = true;
        }
    });
    emit(Some(channel), &ChannelEvent::Rejected);
    let channel = channel.to_owned();
    spawn_local(async move {
        TimeoutFuture::new(REFUSED_PAUSE_MS).await;
        STATE.with_borrow_mut(|state| {
            if let Some(refused) = state.channels.get_mut(&channel) {
                refused.is_refused = false;
                command(state, Command::Subscribe);
            }
        });
    });
}
