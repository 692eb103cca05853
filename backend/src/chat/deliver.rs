//! Delivery of chat signals to sockets. Every delivery checks that the session may still see the order.

use super::{
    read, reader,
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
    api_keys::{KeyLevel, KeyObject},
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
    let key = caller.key().map(|key| &key.rights);
    if !caller.rights.allows(Object::Orders, Level::View)
        || key.is_some_and(|key| !key.allow(KeyObject::Chat, KeyLevel::Read))
    {
        return Ok(false);
    }
    let found = match (agent, client) {
        (Some(scope), _) => {
            reader::ensure_order(&caller.narrow_scope(scope, Object::Orders)?, Side::Staff, order).await
        }
        (None, Some(scope)) => reader::ensure_order(&scope, Side::Client, order).await,
        (None, None) => return Ok(false),
    };
    match found {
        Ok(()) => Ok(true),
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

/// Delivers the signals about one chat to the sockets of this replica.
pub(crate) async fn deliver(state: &AppState, order: OrderId, signals: &[Signal]) {
    if let Err(error) = deliver_signals(state, order, signals).await {
        tracing::warn!(%error, order = order.0, "signal delivery failed, listeners are disconnected");
        for (socket, _) in state.hub.listeners(Channel::Order(order)) {
            state.hub.close(socket, CLOSE_RECONNECT);
        }
    }
}

async fn deliver_signals(state: &AppState, order: OrderId, signals: &[Signal]) -> Result<(), DbErr> {
    let Some(last_delivered) = state.hub.last_delivered_id(Channel::Order(order)) else {
        return Ok(());
    };
    let (payloads, last) = payloads(state, order, signals, last_delivered).await?;
    let listeners = state.hub.listeners(Channel::Order(order));
    let refs: Vec<SessionRef> = listeners.iter().map(|(_, listener)| listener.session).collect();
    // Checked for every delivery: a right that is revoked while the socket is open takes effect at once.
    let allowed = auth::sessions_seeing_order(state, order, &refs).await?;
    let mut frames: HashMap<Arc<str>, Vec<Option<Utf8Bytes>>> = HashMap::new();
    for (socket, listener) in listeners {
        if !allowed.contains(&listener.session) {
            state.hub.close(socket, CLOSE_SESSION_ENDED);
            continue;
        }
        // Listeners of the same channel name share the encoded frames.
        let frames = frames.entry(Arc::clone(&listener.name)).or_insert_with(|| {
            let encode = |payload: &Payload<'_>| encode_frame(payload.event, &listener.name, &payload.data);
            payloads.iter().map(encode).collect()
        });
        let name = state.hub.name(socket);
        for (payload, frame) in payloads.iter().zip(frames) {
            let cause = payload.cause;
            let is_own = cause.is_some_and(|signal| signal.is_from(&name, listener.session.session()));
            if let Some(frame) = frame
                && !is_own
            {
                state.hub.send(socket, frame.clone());
            }
        }
    }
    state.hub.set_last_delivered_id(Channel::Order(order), last);
    Ok(())
}

/// The message that listeners receive.
struct Payload<'a> {
    event: &'a Event,
    data: Value,
    /// The signal whose sender does not receive it.
    cause: Option<&'a Signal>,
}

/// The payloads of signals in order, and the id of the last message delivered with them.
async fn payloads<'a>(
    state: &AppState,
    order: OrderId,
    signals: &'a [Signal],
    last_delivered: Option<MessageId>,
) -> Result<(Vec<Payload<'a>>, Option<MessageId>), DbErr> {
    let system = state.system();
    let json = |value: Result<String, serde_json::Error>| value.map(Value::String).unwrap_or_default();
    let mut last = last_delivered;
    let mut payloads = Vec::new();
    let has_message = |signal: &&Signal| !matches!(signal.event, Event::Read { .. } | Event::Whisper { .. });
    let glossary = match signals.iter().find(has_message) {
        Some(_) => translation::glossary_key(state, order).await?,
        None => None,
    };
    let context = MessageContext::new(state, glossary);
    let mut are_created_read = false;
    for signal in signals {
        let event = &signal.event;
        match event {
            // The first of them reads the messages of all.
            Event::Created { .. } if are_created_read => {}
            Event::Created { .. } => {
                are_created_read = true;
                let up_to = newest(signals);
                loop {
                    let messages = read::messages_after(&system, &context, order, last, up_to).await?;
                    let Some(newest) = messages.last() else { break };
                    last = Some(newest.id);
                    payloads.extend(messages.iter().map(|message| Payload {
                        event,
                        data: json(serde_json::to_string(message)),
                        cause: signals.iter().find(|signal| is_created(signal, message.id)),
                    }));
                }
            }
            Event::Updated { message } | Event::Reacted { message } => {
                let message = read::find_message(&system, &context, order, *message).await?;
                payloads.extend(message.map(|message| Payload {
                    event,
                    data: json(serde_json::to_string(&message)),
                    cause: Some(signal),
                }));
            }
            Event::Read { side, message } => {
                let read = ReadReceipt {
                    side: *side,
                    message_id: *message,
                };
                payloads.push(Payload {
                    event,
                    data: json(serde_json::to_string(&read)),
                    cause: Some(signal),
                });
            }
            Event::Whisper { data, .. } => payloads.push(Payload {
                event,
                data: data.clone(),
                cause: Some(signal),
            }),
        }
    }
    Ok((payloads, last))
}

/// The newest message that the signals announce. `None` if one announces all messages.
fn newest(signals: &[Signal]) -> Option<MessageId> {
    let created = signals.iter().filter_map(|signal| match signal.event {
        Event::Created { message } => Some(message),
        _ => None,
    });
    created.collect::<Option<Vec<_>>>()?.into_iter().max()
}

fn is_created(signal: &Signal, id: MessageId) -> bool {
    matches!(signal.event, Event::Created { message } if message == Some(id))
}

fn encode_frame(event: &Event, channel: &str, data: &Value) -> Option<Utf8Bytes> {
    let frame = Frame {
        event: event.name().to_owned(),
        channel: Some(channel.to_owned()),
        data: data.clone(),
    };
    serde_json::to_string(&frame).ok().map(Utf8Bytes::from)
}
