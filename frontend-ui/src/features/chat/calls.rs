//! The chat's endpoints; the side of the SPA chooses.

use crate::{
    api::{self, Error, Options},
    session,
};
use shared_types::{
    access::Guard,
    chat::{
        AddAgentChatFile, AddClientChatFile, AuthorizeChannel, ChangeAgentMessage, ChannelAsk, ChannelGrant, Chat,
        ChatFile, ChatFileName, ChatMessage, ChatQuery, MessageChange, NewAgentMessage, NewClientMessage, React,
        ReactAsAgent, ReactAsClient, ReadAgentChat, ReadClientChat, ReadMarks, ReadUpTo, RemoveAgentChatFile,
        RemoveClientChatFile, SendAgentMessage, SendClientMessage, ShowAgentChat, ShowClientChat,
    },
    endpoint::Nothing,
    id::{ChatFileId, MessageId, OrderId},
};

/// What a person is about to say; a retry of it goes under the same key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Intent {
    pub(super) key: String,
    pub(super) body: String,
    pub(super) files: Vec<ChatFileId>,
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
    let (body, files) = (intent.body, intent.files);
    match session::guard() {
        Guard::Agent => {
            let body = NewAgentMessage {
                body,
                files,
                no_reply_needed: intent.no_reply_needed,
            };
            api::send::<SendAgentMessage>((order,), Nothing {}, body, options).await
        }
        Guard::Client => {
            let body = NewClientMessage { body, files };
            api::send::<SendClientMessage>((order,), Nothing {}, body, options).await
        }
    }
}

/// Has a file kept until its message goes out.
pub(super) async fn keep_file(order: OrderId, name: String, file: &web_sys::File) -> Result<ChatFile, Error> {
    let (path, name) = ((order,), ChatFileName { name });
    match session::guard() {
        Guard::Agent => api::upload::<AddAgentChatFile>(path, name, file).await,
        Guard::Client => api::upload::<AddClientChatFile>(path, name, file).await,
    }
}

/// Gives a file up that waits for its message.
pub(super) async fn remove_file(order: OrderId, file: ChatFileId) -> Result<Nothing, Error> {
    let (path, options) = ((order, file), Options::default());
    match session::guard() {
        Guard::Agent => api::send::<RemoveAgentChatFile>(path, Nothing {}, Nothing {}, options).await,
        Guard::Client => api::send::<RemoveClientChatFile>(path, Nothing {}, Nothing {}, options).await,
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
