//! The channels that the tab follows, and the work of the connection for them.

use chrono::{DateTime, Utc};
use futures::channel::mpsc::UnboundedSender;
use gloo_timers::future::TimeoutFuture;
use leptos::task::spawn_local;
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
    pub(super) last_id: u64,
    pub(super) channels: BTreeMap<String, ChannelState>,
    /// To the task of the connection, once it runs.
    pub(super) commands: Option<UnboundedSender<Command>>,
    /// The name of the connection.
    pub(super) socket_id: Option<String>,
}

thread_local! {
    pub(super) static STATE: RefCell<State> = RefCell::default();
}

pub(super) fn command(state: &State, command: Command) {
    if let Some(commands) = &state.commands {
        // Sending fails only if the task has ended.
        let _ = commands.unbounded_send(command);
    }
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
