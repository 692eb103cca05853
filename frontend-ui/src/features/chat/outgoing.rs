//! The messages that are sent.

use crate::{api::Error, prelude::*, session};
use shared_types::{
    chat::{ChatMessage, NewAgentMessage, NewClientMessage, SendAgentMessage, SendClientMessage},
    id::{ChatFileId, OrderId},
};

/// A message to send. Retries use the same idempotency key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OutgoingMessage {
    pub(super) key: String,
    pub(super) body: String,
    pub(super) files: Vec<ChatFileId>,
    pub(super) no_reply_needed: bool,
}

pub(super) async fn send_message(order: OrderId, message: OutgoingMessage) -> Result<ChatMessage, Error> {
    let options = Options {
        idempotency_key: Some(message.key),
        ..Options::default()
    };
    let (body, files) = (message.body, message.files);
    match session::guard() {
        Guard::Agent => {
            let body = NewAgentMessage {
                body,
                files,
                no_reply_needed: message.no_reply_needed,
            };
            api::send::<SendAgentMessage>((order,), Nothing {}, body, options).await
        }
        Guard::Client => {
            let body = NewClientMessage { body, files };
            api::send::<SendClientMessage>((order,), Nothing {}, body, options).await
        }
    }
}
