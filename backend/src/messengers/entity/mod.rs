//! The tables of chats: whose they are, what is to be sent to them, what came from them.

pub mod contact;
pub mod message;
pub mod update;
