//! The chat of an order, between its client and its agent.
//!
//! Invariants: a message is stored before anybody hears of it; messages of an order have rising ids in the order in which they
//! were written; a socket hears nothing of an order that its person may not see at that moment; a draft has no chat, for it is
//! its client's alone; nobody is told twice by a messenger of messages that wait for them; a file is
//! nobody's but its sender's until its message is there.

pub mod entity;

mod files;
mod live;
mod read;
mod routes;
mod signal;
mod views;
mod write;

pub use files::jobs;
pub use live::{connect, run};
pub(crate) use read::unread_by;
pub use routes::routes;
