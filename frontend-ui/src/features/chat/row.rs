//! A message in the list.

use shared_types::chat::ChatMessage;

/// A message and how it is rendered among its neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MessageRow {
    pub(super) message: ChatMessage,
    /// Whether it is the first message of a day.
    pub(super) starts_day: bool,
    /// Whether it is the first message of a group under one name.
    pub(super) starts_group: bool,
    /// Whether it is the last of the user's own messages that the other side has read.
    pub(super) is_read: bool,
}
