//! The chat's endpoints; the side of the SPA chooses.

use crate::{
    api::{self, Error, Options},
    session,
};
use shared_types::{
    access::Guard,
    chat::{
        AuthorizeChannel, ChangeAgentMessage, ChannelAsk, ChannelGrant, Chat, ChatMessage, ChatQuery, MessageChange,
        NewAgentMessage, NewClientMessage, React, ReactAsAgent, ReactAsClient, ReadAgentChat, ReadClientChat,
        ReadMarks, ReadUpTo, SendAgentMessage, SendClientMessage, ShowAgentChat, ShowClientChat,
    },
    endpoint::Nothing,
    id::{MessageId, OrderId},
};

/// What a person is about to say; a retry of it goes under the same key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Intent {
    pub(super) key: String,
    pub(super) body: String,
    pub(super) no_reply_needed: bool,
}

pub(super) async fn show(order: OrderId, query: ChatQuery) -> Result<Chat, Error> {
    let (path, options) = ((order,), Options::default());
    match session::guard() {
        Guard::Agent => api::send::<ShowAgentChat>(path, query, Nothing {}, options).await,
        Guard::Client => api::send::<ShowClientChat>(path, query, Nothing {}, options).await,
    }
}

pub(super) async fn say(order: OrderId, intent: Intent) -> Result<ChatMessage, Error> {
    let options = Options {
        idempotency_key: Some(intent.key),
        ..Options::default()
    };
    let body = intent.body;
    match session::guard() {
        Guard::Agent => {
            let body = NewAgentMessage {
                body,
                no_reply_needed: intent.no_reply_needed,
            };
            api::send::<SendAgentMessage>((order,), Nothing {}, body, options).await
        }
        Guard::Client => api::send::<SendClientMessage>((order,), Nothing {}, NewClientMessage { body }, options).await,
    }
}

/// Says of staff's message whether it needs an answer; there is no such thing on the other side.
pub(super) async fn flag(order: OrderId, message: MessageId, no_reply_needed: bool) -> Result<ChatMessage, Error> {
    let body = MessageChange { no_reply_needed };
    api::send::<ChangeAgentMessage>((order, message), Nothing {}, body, Options::default()).await
}

pub(super) async fn read(order: OrderId, message_id: MessageId) -> Result<ReadMarks, Error> {
    let (path, body, options) = ((order,), ReadUpTo { message_id }, Options::default());
    match session::guard() {
        Guard::Agent => api::send::<ReadAgentChat>(path, Nothing {}, body, options).await,
        Guard::Client => api::send::<ReadClientChat>(path, Nothing {}, body, options).await,
    }
}

pub(super) async fn react(order: OrderId, message: MessageId, body: React) -> Result<ChatMessage, Error> {
    let (path, options) = ((order, message), Options::default());
    match session::guard() {
        Guard::Agent => api::send::<ReactAsAgent>(path, Nothing {}, body, options).await,
        Guard::Client => api::send::<ReactAsClient>(path, Nothing {}, body, options).await,
    }
}

pub(super) async fn authorize(socket_id: String, channel_name: String) -> Result<ChannelGrant, Error> {
    let body = ChannelAsk {
        socket_id,
        channel_name,
    };
    api::send::<AuthorizeChannel>((), Nothing {}, body, Options::default()).await
}
