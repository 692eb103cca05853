//! Bodies of the chat.

use crate::{
    id::{ChatFileId, MessageId, OrderId, UserId},
    media::PhotoAddresses,
    orders::Side,
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// One answer with a press, and by whom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Reaction {
    /// The sign.
    pub emoji: String,
    /// Who gave it, in the order they did.
    pub users: Vec<UserId>,
}

/// A file as everybody in the order gets it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChatFile {
    /// Its id.
    pub id: ChatFileId,
    /// Its name, as its sender has it.
    pub name: String,
    /// Its size; that of a picture made anew.
    pub bytes: i64,
    /// Where it is fetched, for an hour at most: a picture to be shown, anything else to be kept.
    pub address: String,
    /// What is shown of a picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<ChatPicture>,
}

/// What is shown of a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChatPicture {
    /// Its width in pixels.
    pub width: i32,
    /// Its height in pixels.
    pub height: i32,
    /// Its sizes.
    #[serde(flatten)]
    pub addresses: PhotoAddresses,
}

/// What a file is called.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChatFileName {
    /// Its name with the ending; `file` when absent.
    #[serde(default)]
    pub name: String,
}

/// A message as everybody in the order reads it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChatMessage {
    /// Its id; of two messages of an order the one with the greater id is the later.
    pub id: MessageId,
    /// The order.
    pub order_id: OrderId,
    /// Which side wrote it.
    pub side: Side,
    /// Who wrote it; null for a person who is gone.
    pub author_id: Option<UserId>,
    /// That person's name.
    pub author_name: String,
    /// The text; empty where files say all.
    pub body: String,
    /// Files that came with it.
    pub files: Vec<ChatFile>,
    /// The agent says that it needs no answer.
    pub no_reply_needed: bool,
    /// What it was answered with by a press.
    pub reactions: Vec<Reaction>,
    /// When it was written.
    pub created_at: DateTime<Utc>,
}

/// Where a page hears of new messages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChatSocket {
    /// The address of the socket on this host.
    pub path: String,
    /// The channel to subscribe to.
    pub channel: String,
}

/// A part of the chat, oldest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Chat {
    /// The messages.
    pub data: Vec<ChatMessage>,
    /// Whether there are earlier ones than the first of these; of a page that was asked for with `after`, whether there are later
    /// ones than the last.
    pub more: bool,
    /// The last message that somebody of the other side has read.
    pub read_by_others: Option<MessageId>,
    /// The last message that the caller has read.
    pub read_by_me: Option<MessageId>,
    /// Whether the last word was the agent's and needs no answer.
    pub no_reply_needed: bool,
    /// Where to listen.
    pub socket: ChatSocket,
}

/// Which part of the chat; the latest messages when nothing is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChatQuery {
    /// Only later messages than this one, from it on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<MessageId>,
    /// Only earlier messages than this one, back from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<MessageId>,
    /// Messages of the page, 1 to 200; 50 when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
}

/// What staff writes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewAgentMessage {
    /// The text; may be left out where there are files.
    #[serde(default)]
    pub body: String,
    /// Files of the caller that wait for their message; they are shown in the order they were sent in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<ChatFileId>,
    /// It needs no answer: the client is shown a way to go on instead of a form.
    #[serde(default)]
    pub no_reply_needed: bool,
}

/// What a client writes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewClientMessage {
    /// The text; may be left out where there are files.
    #[serde(default)]
    pub body: String,
    /// Files of the caller that wait for their message; they are shown in the order they were sent in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<ChatFileId>,
}

/// Says of a message whether it needs an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MessageChange {
    /// Whether it needs none.
    pub no_reply_needed: bool,
}

/// Gives an answer by a press, or takes it back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct React {
    /// One of the known signs.
    pub emoji: String,
    /// Whether it is given.
    pub given: bool,
}

/// How far somebody has read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReadUpTo {
    /// The last message that was read.
    pub message_id: MessageId,
}

/// How far both sides have read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReadMarks {
    /// The last message that somebody of the other side has read.
    pub read_by_others: Option<MessageId>,
    /// The last message that the caller has read.
    pub read_by_me: Option<MessageId>,
}

/// Asks for a channel, as Pusher's clients do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChannelAsk {
    /// The socket that wants to listen.
    pub socket_id: String,
    /// What it wants to listen to.
    pub channel_name: String,
}

/// The proof that a socket may listen; handed on as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChannelGrant {
    /// The key and the signature.
    pub auth: String,
    /// Who listens, as it was signed.
    pub channel_data: String,
}
