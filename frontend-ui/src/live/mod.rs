//! Live updates: one WebSocket per tab, shared by the chats and by the pages that follow changes.

pub(crate) mod channels;
mod socket;
pub(crate) mod subscriptions;
mod updates;

pub use shared_types::live::Topic;
pub(crate) use updates::follow_changes;
pub use updates::{is_settling, start, use_live_counts};
