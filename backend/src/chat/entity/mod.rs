//! The tables of the chat.

pub mod message;
pub mod reaction;
pub mod read_mark;
