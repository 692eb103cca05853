//! API calls of the chat; each function calls the endpoint of the current cabinet.

use crate::{
    api::{self, Error, Options},
    session,
};
use shared_types::{
    access::Guard,
    chat::{
        AddAgentChatFile, AddClientChatFile, ChangeAgentMessage, Chat, ChatFile, ChatFileName, ChatMessage, ChatQuery,
        MessageChange, NewAgentMessage, NewClientMessage, ReactionChange, ReadAgentChat, ReadClientChat, ReadMarks,
        ReadPosition, RemoveAgentChatFile, RemoveClientChatFile, SendAgentMessage, SendClientMessage, SetAgentReaction,
        SetClientReaction, ShowAgentChat, ShowClientChat,
    },
    endpoint::Nothing,
    id::{ChatFileId, MessageId, OrderId},
};

/// A message to send. Retries use the same idempotency key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OutgoingMessage {
    pub(super) key: String,
    pub(super) body: String,
    pub(super) files: Vec<ChatFileId>,
    pub(super) no_reply_needed: bool,
}

pub(super) async fn load(order: OrderId, query: ChatQuery) -> Result<Chat, Error> {
    let (path, options) = ((order,), Options::default());
    match session::guard() {
        Guard::Agent => api::send::<ShowAgentChat>(path, query, Nothing {}, options).await,
        Guard::Client => api::send::<ShowClientChat>(path, query, Nothing {}, options).await,
    }
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

/// Uploads a file, which the server keeps until its message is sent.
pub(super) async fn upload_file(order: OrderId, name: String, file: &web_sys::File) -> Result<ChatFile, Error> {
    let (path, name) = ((order,), ChatFileName { name });
    match session::guard() {
        Guard::Agent => api::upload::<AddAgentChatFile>(path, name, file).await,
        Guard::Client => api::upload::<AddClientChatFile>(path, name, file).await,
    }
}

/// Deletes an uploaded file whose message has not been sent.
pub(super) async fn remove_file(order: OrderId, file: ChatFileId) -> Result<Nothing, Error> {
    let (path, options) = ((order, file), Options::default());
    match session::guard() {
        Guard::Agent => api::send::<RemoveAgentChatFile>(path, Nothing {}, Nothing {}, options).await,
        Guard::Client => api::send::<RemoveClientChatFile>(path, Nothing {}, Nothing {}, options).await,
    }
}

/// Sets whether a message needs a reply. Only staff can set it, and only on messages of staff.
pub(super) async fn set_no_reply(
    order: OrderId,
    message: MessageId,
    no_reply_needed: bool,
) -> Result<ChatMessage, Error> {
    let body = MessageChange { no_reply_needed };
    api::send::<ChangeAgentMessage>((order, message), Nothing {}, body, Options::default()).await
}

pub(super) async fn mark_read(order: OrderId, message_id: MessageId) -> Result<ReadMarks, Error> {
    let (path, body, options) = ((order,), ReadPosition { message_id }, Options::default());
    match session::guard() {
        Guard::Agent => api::send::<ReadAgentChat>(path, Nothing {}, body, options).await,
        Guard::Client => api::send::<ReadClientChat>(path, Nothing {}, body, options).await,
    }
}

pub(super) async fn set_reaction(
    order: OrderId,
    message: MessageId,
    body: ReactionChange,
) -> Result<ChatMessage, Error> {
    let (path, options) = ((order, message), Options::default());
    match session::guard() {
        Guard::Agent => api::send::<SetAgentReaction>(path, Nothing {}, body, options).await,
        Guard::Client => api::send::<SetClientReaction>(path, Nothing {}, body, options).await,
    }
}
