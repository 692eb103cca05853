//! What sockets hear: signals of the chat, told to those who may hear them at that moment.

mod grant;
mod socket;

pub use socket::connect;

pub(super) use grant::authorize;

use super::{
    read,
    signal::{Event, Signal},
};
use crate::{
    media::Signer,
    platform::{
        auth,
        realtime::{Closing, Seat},
        state::AppState,
    },
};
use axum::extract::ws::Utf8Bytes;
use sea_orm::DbErr;
use serde_json::Value;
use shared_types::{
    chat::socket::{Frame, Read},
    id::MessageId,
};
use std::{collections::HashMap, sync::Arc, time::Duration};
use tokio::{
    sync::watch,
    time::{MissedTickBehavior, interval},
};

/// The name of the application in addresses of sockets; Pusher's clients call it the key, and it is no secret.
pub(super) const KEY: &str = "karavan";
/// How often it is checked that logins still hold.
const CHECK: Duration = Duration::from_millis(500);

const GONE: Closing = (4009, "the login has ended, or may not see this any more");
const AGAIN: Closing = (4200, "connect again");

/// Tells sockets what happens, and ends those whose login has ended, until it is to stop.
pub async fn run(state: AppState, mut stopping: watch::Receiver<bool>) {
    let signals = state.on_signals(stopping.clone(), |signal| deliver(state.clone(), signal));
    let checks = async {
        let mut clock = interval(CHECK);
        clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let stopped = async { stopping.wait_for(|stop| *stop).await.map(drop) };
            tokio::select! {
                _ = clock.tick() => {}
                _ = stopped => break,
            }
            check(&state).await;
        }
    };
    tokio::join!(signals, checks);
    state.hub.close_all(AGAIN);
}

/// Ends the sockets of logins that have ended, or may see no orders any more.
async fn check(state: &AppState) {
    let seats = state.hub.seats();
    if seats.is_empty() {
        return;
    }
    let asked: Vec<Seat> = seats.keys().copied().collect();
    match auth::of_logins(state, &asked).await {
        Ok(good) => {
            let ended = seats.iter().filter(|(seat, _)| !good.contains(seat));
            for socket in ended.flat_map(|(_, sockets)| sockets) {
                state.hub.close(*socket, GONE);
            }
        }
        // What can't be checked is not believed; sockets that come again are checked as they come.
        Err(error) => {
            tracing::warn!(%error, "logins of sockets can't be checked");
            state.hub.close_all(AGAIN);
        }
    }
}

async fn deliver(state: AppState, signal: String) {
    let Ok(signal) = serde_json::from_str::<Signal>(&signal) else {
        tracing::warn!("a signal is not understood");
        return;
    };
    let order = signal.order;
    if let Err(error) = tell(&state, signal).await {
        tracing::warn!(%error, order, "listeners were not told");
        for (socket, _) in state.hub.listeners(order) {
            state.hub.close(socket, AGAIN);
        }
    }
}

async fn tell(state: &AppState, signal: Signal) -> Result<(), DbErr> {
    let Some(told) = state.hub.told(signal.order) else {
        return Ok(());
    };
    let (news, last) = news(state, &signal, told).await?;
    let listeners = state.hub.listeners(signal.order);
    let seats: Vec<Seat> = listeners.iter().map(|(_, listener)| listener.seat).collect();
    // Asked with every message: a right that was taken away while the socket was open counts at once.
    let good = auth::of_logins_in(state, signal.order, &seats).await?;
    let mut frames: HashMap<Arc<str>, Vec<Utf8Bytes>> = HashMap::new();
    for (socket, listener) in listeners {
        if !good.contains(&listener.seat) {
            state.hub.close(socket, GONE);
            continue;
        }
        if signal.except.as_deref() == Some(&state.hub.name(socket)) {
            continue;
        }
        // One text serves all that listen by the same name.
        let frames = frames.entry(Arc::clone(&listener.channel)).or_insert_with(|| {
            news.iter()
                .filter_map(|data| frame(&signal.event, &listener.channel, data))
                .collect()
        });
        for frame in frames {
            state.hub.send(socket, frame.clone());
        }
    }
    state.hub.tell_up_to(signal.order, last);
    Ok(())
}

/// What there is to say, and the last message that is told by it.
async fn news(state: &AppState, signal: &Signal, told: i64) -> Result<(Vec<Value>, i64), DbErr> {
    let (system, signer) = (state.system(), Signer::new(state));
    let json = |value: Result<String, serde_json::Error>| value.map(Value::String).unwrap_or_default();
    Ok(match &signal.event {
        Event::Created => {
            let messages = read::after(&system, &signer, signal.order, told).await?;
            let last = messages.last().map_or(told, |message| message.id.0);
            (
                messages
                    .iter()
                    .map(|message| json(serde_json::to_string(message)))
                    .collect(),
                last,
            )
        }
        Event::Updated { message } | Event::Reacted { message } => {
            let message = read::by_id(&system, &signer, signal.order, *message).await?;
            (
                message
                    .iter()
                    .map(|message| json(serde_json::to_string(message)))
                    .collect(),
                told,
            )
        }
        Event::Read { side, message } => {
            let read = Read {
                side: *side,
                message_id: MessageId(*message),
            };
            (vec![json(serde_json::to_string(&read))], told)
        }
        Event::Whisper { data, .. } => (vec![data.clone()], told),
    })
}

fn frame(event: &Event, channel: &str, data: &Value) -> Option<Utf8Bytes> {
    let frame = Frame {
        event: event.name().to_owned(),
        channel: Some(channel.to_owned()),
        data: data.clone(),
    };
    serde_json::to_string(&frame).ok().map(Utf8Bytes::from)
}
