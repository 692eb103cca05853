//! The subscriptions of the tab to channels.

pub(crate) use super::channels::ChannelEvent;

use super::{
    channels::{ChannelState, Command, Handler, STATE, command},
    socket::keep_connected,
};
use crate::format;
use futures::channel::mpsc::unbounded;
use leptos::{prelude::*, task::spawn_local};
use shared_types::chat::socket::Frame;
use std::rc::Rc;

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
