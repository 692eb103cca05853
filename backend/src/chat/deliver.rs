//! Delivery of chat signals to sockets. Every delivery checks that the session may still see the order.

use super::{
    read,
    signal::{Event, Signal},
    translation,
    views::MessageContext,
};
use crate::chat::ChatError;
use platform::{
    auth,
    auth::Caller,
    error::OperationError,
    realtime::{CloseReason, SessionRef, Utf8Bytes},
    scope::{AgentScope, ClientScope},
    state::AppState,
};
use sea_orm::DbErr;
use serde_json::Value;
use shared_types::{
    access::{Level, Object},
    chat::socket::{Frame, ReadReceipt},
    id::{MessageId, OrderId},
    live::Channel,
    orders::Side,
};
use std::{collections::HashMap, sync::Arc};

const CLOSE_SESSION_ENDED: CloseReason = (4009, "the login has ended, or may not see this any more");
const CLOSE_RECONNECT: CloseReason = (4200, "connect again");

/// Whether the caller may follow the chat of an order.
pub(crate) async fn may_follow(
    caller: &Caller,
    agent: Option<AgentScope>,
    client: Option<ClientScope>,
    order: OrderId,
) -> Result<bool, ChatError> {
    if !caller.rights.allows(Object::Orders, Level::View) {
        return Ok(false);
    }
    let found = match (agent, client) {
        (Some(scope), _) => read::order(&caller.narrow_scope(scope, Object::Orders)?, Side::Staff, order).await,
        (None, Some(scope)) => read::order(&scope, Side::Client, order).await,
        (None, None) => return Ok(false),
    };
    match found {
        Ok(_) => Ok(true),
        Err(ChatError::Operation(OperationError::NotFound)) => Ok(false),
        Err(error) => Err(error),
    }
}

/// The last message of an order's chat.
pub(crate) async fn last_message_id(state: &AppState, order: OrderId) -> Result<Option<MessageId>, DbErr> {
    read::last_message_id(&state.system(), order).await
}

/// Forwards an event of one listener to the others, on all replicas.
pub(crate) async fn forward_client_event(state: &AppState, order: OrderId, event: String, data: Value, socket: &str) {
    let signal = Signal {
        order,
        event: Event::Whisper { event, data },
        except: Some(socket.to_owned()),
        except_session: None,
    };
    signal.send(state).await;
}

/// Delivers a signal about a chat to the sockets of this replica.
pub(crate) async fn deliver(state: &AppState, signal: &str) {
    let Ok(signal) = serde_json::from_str::<Signal>(signal) else {
        tracing::warn!("signal could not be parsed");
        return;
    };
    let order = signal.order;
    if let Err(error) = deliver_signal(state, signal).await {
        tracing::warn!(%error, order = order.0, "signal delivery failed, listeners are disconnected");
        for (socket, _) in state.hub.listeners(Channel::Order(order)) {
            state.hub.close(socket, CLOSE_RECONNECT);
        }
    }
}

async fn deliver_signal(state: &AppState, signal: Signal) -> Result<(), DbErr> {
    let Some(last_delivered) = state.hub.last_delivered_id(Channel::Order(signal.order)) else {
        return Ok(());
    };
    let (payloads, last) = payloads(state, &signal, last_delivered).await?;
    let listeners = state.hub.listeners(Channel::Order(signal.order));
    let refs: Vec<SessionRef> = listeners.iter().map(|(_, listener)| listener.session).collect();
    // Checked for every signal: a right that is revoked while the socket is open takes effect at once.
    let allowed = auth::sessions_seeing_order(state, signal.order, &refs).await?;
    let mut frames: HashMap<Arc<str>, Vec<Utf8Bytes>> = HashMap::new();
    for (socket, listener) in listeners {
        if !allowed.contains(&listener.session) {
            state.hub.close(socket, CLOSE_SESSION_ENDED);
            continue;
        }
        let is_of_session = |session| session == listener.session.session_id;
        if signal.except.as_deref() == Some(&state.hub.name(socket)) && signal.except_session.is_none_or(is_of_session)
        {
            continue;
        }
        // Listeners of the same channel name share the encoded frames.
        let frames = frames.entry(Arc::clone(&listener.name)).or_insert_with(|| {
            payloads
                .iter()
                .filter_map(|data| encode_frame(&signal.event, &listener.name, data))
                .collect()
        });
        for frame in frames {
            state.hub.send(socket, frame.clone());
        }
    }
    state.hub.set_last_delivered_id(Channel::Order(signal.order), last);
    Ok(())
}

/// The payloads of a signal, and the id of the last message delivered with them.
async fn payloads(
    state: &AppState,
    signal: &Signal,
    last_delivered: Option<MessageId>,
) -> Result<(Vec<Value>, Option<MessageId>), DbErr> {
    let system = state.system();
    let context = MessageContext::new(state, translation::glossary_key(state, signal).await?);
    let json = |value: Result<String, serde_json::Error>| value.map(Value::String).unwrap_or_default();
    Ok(match &signal.event {
        Event::Created => {
            let messages = read::messages_after(&system, &context, signal.order, last_delivered).await?;
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
            let message = read::find_message(&system, &context, signal.order, *message).await?;
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
