//! What replicas tell each other of the chat.

use crate::platform::state::AppState;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared_types::{chat::socket, orders::Side};

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum Event {
    /// Messages were written; listeners are told all that they do not know.
    Created,
    /// A message is not what it was.
    Updated {
        /// Which.
        message: i64,
    },
    /// A message was answered with a press.
    Reacted {
        /// Which.
        message: i64,
    },
    /// Somebody has read further.
    Read {
        /// Of which side.
        side: Side,
        /// Up to which message.
        message: i64,
    },
    /// One socket says something to the others.
    Whisper {
        /// What, by its name.
        event: String,
        /// What there is to say.
        data: Value,
    },
}

impl Event {
    /// The name under which sockets hear of it.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Created => socket::MESSAGE_CREATED,
            Self::Updated { .. } => socket::MESSAGE_UPDATED,
            Self::Reacted { .. } => socket::REACTION_CHANGED,
            Self::Read { .. } => socket::CHAT_READ,
            Self::Whisper { event, .. } => event,
        }
    }
}

/// Something happened in the chat of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Signal {
    /// The order.
    pub(super) order: i64,
    /// What happened.
    pub(super) event: Event,
    /// The socket that knows already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) except: Option<String>,
}

impl Signal {
    /// Tells every replica; call it after the commit.
    pub(super) async fn send(self, state: &AppState) {
        if let Ok(text) = serde_json::to_string(&self) {
            state.signal(text).await;
        }
    }
}
