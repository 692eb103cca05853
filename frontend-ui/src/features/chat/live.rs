//! Live updates of the chat: the channel of the order, and polling while there is no connection.

use super::{connection::Connection, room::Room};
use crate::{
    api::Error,
    live::subscriptions::{self, ChannelEvent},
};
use futures::{
    StreamExt,
    channel::{
        mpsc::{UnboundedReceiver, unbounded},
        oneshot,
    },
    future::{abortable, select},
};
use gloo_timers::future::TimeoutFuture;
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    chat::{
        ChatQuery,
        socket::{CHAT_READ, Frame, MESSAGE_CREATED, MESSAGE_UPDATED, REACTION_CHANGED, ReadReceipt, TYPING, Typing},
    },
    live::Channel,
};
use std::cell::Cell;

/// Polling interval while there is no connection.
const POLL_INTERVAL_MS: u32 = 15_000;
/// Number of polling intervals after which the URLs of files are renewed. They are valid for at least half an hour.
const RENEW_EVERY_POLLS: u32 = 100;
/// Pause before missed messages are requested again after a failure.
const CATCH_UP_PAUSE_MS: u32 = 2000;
/// Pause before it is checked again whether the first messages are loaded.
const LOADING_PAUSE_MS: u32 = 50;
/// How long a received typing event is shown.
const TYPING_SHOWN_MS: u32 = 4000;
/// How long the first messages wait for the subscription.
const SUBSCRIPTION_WAIT_MS: u32 = 400;

/// Starts the live updates and loads the latest messages. With the subscription first, no message can be missed between the
/// two, and one request suffices.
pub(super) fn load(room: Room) {
    room.load_result.set(None);
    room.data.update_value(|data| data.is_requested = false);
    let first_event = start(room);
    spawn_local(async move {
        let wait = TimeoutFuture::new(SUBSCRIPTION_WAIT_MS);
        select(first_event, wait).await;
        room.data.try_update_value(|data| data.is_requested = true);
        let chat = room.fetch(ChatQuery::default()).await;
        let result = chat.map(|chat| {
            room.has_earlier.try_set(chat.more);
            room.apply_latest(chat);
        });
        if result.is_err() {
            // Ends the subscription.
            room.connection.try_update_value(|connection| *connection = None);
        }
        room.load_result.try_set(Some(result));
    });
}

/// Subscribes to the channel of the order and starts the polling. Both run until the panel is closed. The result is ready after the
/// first event of the subscription.
fn start(room: Room) -> oneshot::Receiver<()> {
    let (sender, events) = unbounded();
    let (first_sender, first_event) = oneshot::channel();
    let first_sender = Cell::new(Some(first_sender));
    let channel = Channel::Order(room.order).name();
    let (task, stop) = abortable(async move {
        select(
            Box::pin(handle_events(room, events, first_sender)),
            Box::pin(poll(room)),
        )
        .await;
    });
    let subscription = subscriptions::subscribe(channel.clone(), move |event| {
        // Sending fails only after the panel is closed.
        let _ = sender.unbounded_send(event.clone());
    });
    let connection = Connection::new(stop, channel, subscription);
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
    first_event
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

/// Handles events one after another, so that no event overtakes the messages that were missed before it.
async fn handle_events(
    room: Room,
    mut events: UnboundedReceiver<ChannelEvent>,
    first_sender: Cell<Option<oneshot::Sender<()>>>,
) {
    while let Some(event) = events.next().await {
        let is_requested = room.data.try_with_value(|data| data.is_requested);
        if let Some(first_sender) = first_sender.take() {
            // The receiver is gone if the panel was closed meanwhile.
            let _ = first_sender.send(());
        }
        let handled = match event {
            ChannelEvent::Subscribed { .. } if is_requested == Some(false) => {
                set_live(room);
                Ok(())
            }
            ChannelEvent::Subscribed { .. } => {
                wait_until_loaded(room).await;
                on_subscribed(room).await
            }
            ChannelEvent::Received(frame) => {
                wait_until_loaded(room).await;
                on_frame(room, &frame);
                Ok(())
            }
            ChannelEvent::Lost => {
                set_lost(room);
                Ok(())
            }
            ChannelEvent::Rejected if is_requested == Some(false) => {
                set_lost(room);
                Ok(())
            }
            ChannelEvent::Rejected => {
                set_lost(room);
                match room.catch_up().await {
                    Err(error) if error.is_refusal() => Err(error),
                    _ => Ok(()),
                }
            }
        };
        if let Err(error) = handled {
            room.load_result.try_set(Some(Err(error)));
            // Ends the subscription.
            room.connection.try_update_value(|connection| *connection = None);
            return;
        }
    }
}

fn set_live(room: Room) {
    room.live.try_set(true);
    room.connection_lost.try_set(false);
}

fn set_lost(room: Room) {
    room.live.try_set(false);
    room.connection_lost.try_set(true);
}

/// Waits for the first messages: its content may be older than an event that arrives before it.
async fn wait_until_loaded(room: Room) {
    while room.load_result.try_with_untracked(Option::is_none) == Some(true) {
        TimeoutFuture::new(LOADING_PAUSE_MS).await;
    }
}

/// Requests missed messages, until it succeeds or the server refuses it.
async fn on_subscribed(room: Room) -> Result<(), Error> {
    let was_lost = room.connection_lost.try_get_untracked() == Some(true);
    set_live(room);
    loop {
        let mut result = room.catch_up().await;
        if was_lost && result.is_ok() {
            result = room.reload_latest().await;
        }
        match result {
            Ok(()) => return Ok(()),
            Err(error) if error.is_refusal() => return Err(error),
            Err(_) => TimeoutFuture::new(CATCH_UP_PAUSE_MS).await,
        }
        if room.live.is_disposed() {
            return Ok(());
        }
    }
}

fn on_frame(room: Room, frame: &Frame) -> Option<()> {
    match frame.event.as_str() {
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
        _ => {}
    }
    Some(())
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
