//! Tables of messengers: linked chats, outgoing messages, received updates.

pub mod contact;
pub mod message;
pub mod update;
