//! Request and response bodies of the chat.

use crate::{
    id::{ChatFileId, MessageId, OrderId, UserId},
    media::PhotoAddresses,
    notifications::{DeliveryState, NoticeChannel},
    orders::Side,
    translation::Translation,
};
use chrono::{DateTime, Utc};

/// An emoji reaction to a message.
#[apply(response)]
pub struct Reaction {
    pub emoji: String,
    /// Users who reacted with it, in the order in which they did.
    pub users: Vec<UserId>,
}

/// A file attached to a message.
#[apply(response)]
pub struct ChatFile {
    pub id: ChatFileId,
    /// File name as given by the sender.
    pub name: String,
    /// File size in bytes. For a picture, the size of the stored files.
    pub bytes: i64,
    /// Signed URL, valid for one hour at most. Pictures can be displayed; other files can only be downloaded.
    pub address: String,
    /// Size and URLs of the picture. Absent for other files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<ChatPicture>,
}

/// Size and URLs of a picture.
#[apply(response)]
pub struct ChatPicture {
    /// Width in pixels.
    pub width: i32,
    /// Height in pixels.
    pub height: i32,
    /// URLs of the picture in three sizes.
    #[serde(flatten)]
    pub addresses: PhotoAddresses,
}

/// Name of an uploaded file.
#[apply(request)]
#[derive(Default)]
pub struct ChatFileName {
    /// File name with extension. Defaults to `file`.
    #[serde(default)]
    pub name: String,
}

/// How a message reaches a messenger.
#[apply(response)]
pub struct MessageDelivery {
    pub channel: NoticeChannel,
    /// A messenger says that it has taken a message, not that a person has read it.
    pub state: DeliveryState,
    /// Whether it failed because the person does not let the bot write.
    pub blocked: bool,
}

/// A message of an order's chat.
#[apply(response)]
pub struct ChatMessage {
    /// Id. Within an order, a greater id means a later message.
    pub id: MessageId,
    pub order_id: OrderId,
    /// Side of the author.
    pub side: Side,
    /// Id of the author, or null if the user no longer exists.
    pub author_id: Option<UserId>,
    pub author_name: String,
    /// Text. Empty if the message consists of files only.
    pub body: String,
    /// The text in other languages, translated by a machine.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub translations: Vec<Translation>,
    /// Attached files.
    pub files: Vec<ChatFile>,
    /// Whether the agent marked the message as needing no reply.
    pub no_reply_needed: bool,
    /// Messenger from which the message was written. Absent for the cabinet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub via: Option<NoticeChannel>,
    /// Messengers to which a message of the staff goes.
    #[serde(default)]
    pub deliveries: Vec<MessageDelivery>,
    pub reactions: Vec<Reaction>,
    /// Time when the message was sent.
    pub created_at: DateTime<Utc>,
}

/// How to subscribe to new messages over a WebSocket.
#[apply(response)]
pub struct ChatSocket {
    /// Path of the WebSocket on this host.
    pub path: String,
    /// Channel to subscribe to.
    pub channel: String,
}

/// A page of chat messages, oldest first.
#[apply(response)]
pub struct Chat {
    pub data: Vec<ChatMessage>,
    /// Whether there are more messages in the direction of the page: newer ones for a query with `after`, older ones
    /// otherwise.
    pub more: bool,
    /// Last message that a person of the other side has read.
    pub read_by_others: Option<MessageId>,
    /// Last message read by the caller.
    pub read_by_me: Option<MessageId>,
    /// Whether the latest message is the agent's and needs no reply.
    pub no_reply_needed: bool,
    /// Where to subscribe to new messages.
    pub socket: ChatSocket,
    /// Whether messages stay untranslated because the agent's limit of this month is reached.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub translation_exhausted: bool,
}

/// Selects a page of messages. Without parameters, the latest messages are returned.
#[apply(request)]
#[derive(Default)]
pub struct ChatQuery {
    /// Only messages newer than this one, beginning with the next one.
    pub after: Option<MessageId>,
    /// Only messages older than this one, ending with the previous one.
    pub before: Option<MessageId>,
    /// Page size, 1 to 200. Defaults to 50.
    pub limit: Option<u64>,
}

/// A message from staff.
#[apply(request)]
#[derive(Default)]
pub struct NewAgentMessage {
    /// Text. May be omitted if there are files.
    #[serde(default)]
    pub body: String,
    /// Uploaded files of the caller that belong to no message yet. They are shown in this order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<ChatFileId>,
    /// Whether the message needs no reply. The client then sees **Continue dialogue** instead of the form.
    #[serde(default)]
    pub no_reply_needed: bool,
}

/// A message from a client member.
#[apply(request)]
#[derive(Default)]
pub struct NewClientMessage {
    /// Text. May be omitted if there are files.
    #[serde(default)]
    pub body: String,
    /// Uploaded files of the caller that belong to no message yet. They are shown in this order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<ChatFileId>,
}

#[apply(request)]
#[derive(Copy)]
pub struct MessageChange {
    /// Whether the message needs no reply.
    pub no_reply_needed: bool,
}

/// Adds or removes the caller's reaction to a message.
#[apply(request)]
pub struct ReactionChange {
    /// One of the supported emoji.
    pub emoji: String,
    /// `true` adds the reaction, `false` removes it.
    pub given: bool,
}

/// The position up to which the caller has read the chat.
#[apply(request)]
#[derive(Copy)]
pub struct ReadPosition {
    /// Last message that was read.
    pub message_id: MessageId,
}

/// Read positions of both sides.
#[apply(response)]
#[derive(Copy)]
pub struct ReadMarks {
    /// Last message that a person of the other side has read.
    pub read_by_others: Option<MessageId>,
    /// Last message read by the caller.
    pub read_by_me: Option<MessageId>,
}

/// Request to subscribe to a channel, in the format of Pusher clients.
#[apply(response)]
#[derive(Default)]
pub struct ChannelAuthRequest {
    /// Id of the socket that subscribes.
    pub socket_id: String,
    pub channel_name: String,
}

/// Authorization for a subscription to a private channel. The client passes it on unchanged.
#[apply(response)]
pub struct ChannelAuth {
    /// Key of the application, a colon, and the signature. Clients don't read it.
    pub auth: String,
}
