//! Delivery of chat signals to sockets. Every delivery checks that the session may still see the order.

mod grant;
mod grant_routes;
mod socket_routes;

pub use socket_routes::connect;

pub(super) use grant_routes::authorize;

use super::{
    read,
    signal::{Event, Signal},
};
use infra::media::UrlSigner;
use platform::{
    auth,
    realtime::{CloseReason, SESSIONS_CHANGED, SessionRef, Utf8Bytes},
    state::AppState,
};
use sea_orm::DbErr;
use serde_json::Value;
use shared_types::{
    chat::socket::{Frame, ReadReceipt},
    id::MessageId,
};
use std::{collections::HashMap, sync::Arc, time::Duration};
use tokio::{
    sync::watch,
    time::{MissedTickBehavior, interval},
};

/// The application key of the Pusher protocol in socket URLs; it is not a secret.
pub(super) const APP_KEY: &str = "karavan";
/// How often the sessions of open sockets are checked without a signal. It finds sessions that expired, and changes whose
/// signal was lost or that were made outside the server.
const SESSION_SWEEP_INTERVAL: Duration = Duration::from_secs(30);

const CLOSE_SESSION_ENDED: CloseReason = (4009, "the login has ended, or may not see this any more");
const CLOSE_RECONNECT: CloseReason = (4200, "connect again");

/// Delivers signals to sockets and closes the sockets of ended sessions, until `stopping` is set.
pub async fn run(state: AppState, stopping: watch::Receiver<bool>) {
    run_with_sweep(state, stopping, SESSION_SWEEP_INTERVAL).await;
}

/// Like [`run`], with another interval between the checks of all sessions.
pub async fn run_with_sweep(state: AppState, mut stopping: watch::Receiver<bool>, sweep: Duration) {
    let signals = state.handle_signals(stopping.clone(), |signal| handle_signal(state.clone(), signal));
    let session_changes = state.forward_session_changes(stopping.clone());
    let checks = async {
        let mut timer = interval(sweep);
        timer.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let stopped = async { stopping.wait_for(|stop| *stop).await.map(drop) };
            tokio::select! {
                _ = timer.tick() => {}
                _ = stopped => break,
            }
            close_ended_sessions(&state).await;
        }
    };
    tokio::join!(signals, session_changes, checks);
    state.hub.close_all(CLOSE_RECONNECT);
}

/// Closes the sockets of sessions that have ended or may no longer see orders.
async fn close_ended_sessions(state: &AppState) {
    let sessions = state.hub.sessions();
    if sessions.is_empty() {
        return;
    }
    let refs: Vec<SessionRef> = sessions.keys().copied().collect();
    match auth::valid_sessions(state, &refs).await {
        Ok(valid) => {
            let ended = sessions.iter().filter(|(session, _)| !valid.contains(session));
            for socket in ended.flat_map(|(_, sockets)| sockets) {
                state.hub.close(*socket, CLOSE_SESSION_ENDED);
            }
        }
        // Sessions that can't be checked are not trusted. A socket that reconnects is checked when it subscribes.
        Err(error) => {
            tracing::warn!(%error, "socket sessions could not be checked, all sockets are closed");
            state.hub.close_all(CLOSE_RECONNECT);
        }
    }
}

async fn handle_signal(state: AppState, signal: String) {
    if signal == SESSIONS_CHANGED {
        close_ended_sessions(&state).await;
        return;
    }
    let Ok(signal) = serde_json::from_str::<Signal>(&signal) else {
        tracing::warn!("signal could not be parsed");
        return;
    };
    let order = signal.order;
    if let Err(error) = deliver_signal(&state, signal).await {
        tracing::warn!(%error, order = order.0, "signal delivery failed, listeners are disconnected");
        for (socket, _) in state.hub.listeners(order) {
            state.hub.close(socket, CLOSE_RECONNECT);
        }
    }
}

async fn deliver_signal(state: &AppState, signal: Signal) -> Result<(), DbErr> {
    let Some(last_delivered) = state.hub.last_delivered_id(signal.order) else {
        return Ok(());
    };
    let (payloads, last) = payloads(state, &signal, last_delivered).await?;
    let listeners = state.hub.listeners(signal.order);
    let refs: Vec<SessionRef> = listeners.iter().map(|(_, listener)| listener.session).collect();
    // Checked for every signal: a right that is revoked while the socket is open takes effect at once.
    let allowed = auth::sessions_seeing_order(state, signal.order, &refs).await?;
    let mut frames: HashMap<Arc<str>, Vec<Utf8Bytes>> = HashMap::new();
    for (socket, listener) in listeners {
        if !allowed.contains(&listener.session) {
            state.hub.close(socket, CLOSE_SESSION_ENDED);
            continue;
        }
        if signal.except.as_deref() == Some(&state.hub.name(socket)) {
            continue;
        }
        // Listeners of the same channel name share the encoded frames.
        let frames = frames.entry(Arc::clone(&listener.channel)).or_insert_with(|| {
            payloads
                .iter()
                .filter_map(|data| encode_frame(&signal.event, &listener.channel, data))
                .collect()
        });
        for frame in frames {
            state.hub.send(socket, frame.clone());
        }
    }
    state.hub.set_last_delivered_id(signal.order, last);
    Ok(())
}

/// The payloads of a signal, and the id of the last message delivered with them.
async fn payloads(
    state: &AppState,
    signal: &Signal,
    last_delivered: Option<MessageId>,
) -> Result<(Vec<Value>, Option<MessageId>), DbErr> {
    let (system, signer) = (state.system(), UrlSigner::new(state));
    let json = |value: Result<String, serde_json::Error>| value.map(Value::String).unwrap_or_default();
    Ok(match &signal.event {
        Event::Created => {
            let messages = read::messages_after(&system, &signer, signal.order, last_delivered).await?;
            let last = messages.last().map(|message| message.id).or(last_delivered);
            (
                messages
                    .iter()
                    .map(|message| json(serde_json::to_string(message)))
                    .collect(),
                last,
            )
        }
        Event::Updated { message } | Event::Reacted { message } => {
            let message = read::find_message(&system, &signer, signal.order, *message).await?;
            (
                message
                    .iter()
                    .map(|message| json(serde_json::to_string(message)))
                    .collect(),
                last_delivered,
            )
        }
        Event::Read { side, message } => {
            let read = ReadReceipt {
                side: *side,
                message_id: *message,
            };
            (vec![json(serde_json::to_string(&read))], last_delivered)
        }
        Event::Whisper { data, .. } => (vec![data.clone()], last_delivered),
    })
}

fn encode_frame(event: &Event, channel: &str, data: &Value) -> Option<Utf8Bytes> {
    let frame = Frame {
        event: event.name().to_owned(),
        channel: Some(channel.to_owned()),
        data: data.clone(),
    };
    serde_json::to_string(&frame).ok().map(Utf8Bytes::from)
}
