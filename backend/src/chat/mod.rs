//! The chat of an order, between its client and its agent.
//!
//! Invariants:
//! - A message is stored before any socket receives it.
//! - Message ids of an order rise in the order of writing.
//! - A socket receives nothing about an order that its person may not see at that moment.
//! - A draft has no chat, because only its client sees it.
//! - A messenger notifies a person once about unread messages of a chat.
//! - Only its sender sees a file until a message is sent with it.

mod blocked;
mod bridge;
mod deliver;
mod error;
mod file_routes;
mod files;
mod inbox;
mod inbox_routes;
mod read;
mod reader;
mod replies;
mod routes;
mod signal;
mod translation;
mod views;
mod write;

pub(crate) use bridge::{announce_delivery, on_event, relayed_users};
pub(crate) use deliver::{deliver, forward_client_event, last_message_id, may_follow};
pub use error::ChatError;
pub(crate) use read::unread_by;
pub(crate) use replies::create as create_reply;
pub use routes::routes;
pub(crate) use signal::Signal;
pub(crate) use write::{MessageContent, send};

use platform::jobs::Jobs;

pub fn jobs(jobs: Jobs) -> Jobs {
    bridge::jobs(files::jobs(jobs))
}
