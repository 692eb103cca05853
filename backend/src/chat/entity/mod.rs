//! Tables of the chat.

pub mod file;
pub mod message;
pub mod reaction;
pub mod read_mark;
