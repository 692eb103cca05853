//! The event feed: what has changed, for programs that mirror a cabinet.
//!
//! Triggers of the database write each change to an outbox, in its transaction. [`publish`] moves the changes to the feeds.
//!
//! Invariants:
//! - The positions of a feed have no gaps, and a position becomes visible after all lower ones: only committed changes are
//!   published, and one transaction at a time publishes the changes of an agent.
//! - A feed contains nothing that its side does not see: no drafts for staff, no shipments that are being formed for clients.

mod expiry;
mod list;
mod publish;
mod publisher;
mod routes;

pub use expiry::jobs;
pub(crate) use list::{last_position, sequence_column, to_event};
pub use publish::publish;
pub use publisher::run;
pub use routes::routes;
