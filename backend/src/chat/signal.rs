//! Chat events that replicas signal to each other.

use platform::state::AppState;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared_types::{
    chat::socket,
    id::{MessageId, OrderId, SessionId},
    orders::Side,
};

/// A chat event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Event {
    /// A message was written. Listeners get every message up to this one that was not delivered to them. Without an id, which only
    /// earlier versions of the server leave out, they get all.
    Created {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        message: Option<MessageId>,
    },
    /// A message was changed.
    Updated { message: MessageId },
    /// A reaction to a message was added or removed.
    Reacted { message: MessageId },
    /// A person has read further.
    Read {
        /// The side of the person.
        side: Side,
        /// The last message read.
        message: MessageId,
    },
    /// A socket sends an event to the other listeners.
    Whisper {
        /// The name of the event.
        event: String,
        /// The payload of the event.
        data: Value,
    },
}

impl Event {
    /// The event name that sockets receive.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Created { .. } => socket::MESSAGE_CREATED,
            Self::Updated { .. } => socket::MESSAGE_UPDATED,
            Self::Reacted { .. } => socket::REACTION_CHANGED,
            Self::Read { .. } => socket::CHAT_READ,
            Self::Whisper { event, .. } => event,
        }
    }
}

/// A signal about an order's chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Signal {
    pub(crate) order: OrderId,
    pub(super) event: Event,
    /// The socket that caused the event and does not receive it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) except: Option<String>,
    /// The session of a request that names the socket: only a socket of this session is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) except_session: Option<SessionId>,
}

impl Signal {
    /// Parses a signal of the bus. Fails for any other signal.
    pub(crate) fn parse(signal: &str) -> serde_json::Result<Self> {
        serde_json::from_str(signal)
    }

    /// Whether a socket caused the event.
    pub(super) fn is_from(&self, socket: &str, session: Option<SessionId>) -> bool {
        self.except.as_deref() == Some(socket) && self.except_session.is_none_or(|sender| Some(sender) == session)
    }

    /// Sends the signal to every replica. Call it after the commit.
    pub(super) async fn send(self, state: &AppState) {
        if let Ok(text) = serde_json::to_string(&self) {
            state.send_signal(text).await;
        }
    }
}
