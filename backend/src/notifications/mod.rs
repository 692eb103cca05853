//! What people are told: notices of what happened, and an agent's own notifications to its clients.
//!
//! Invariants: news is written in the transaction of its cause and told once; nobody is told of what they may not see; an
//! announcement reaches each client at most once, whatever dies meanwhile.

mod announcements;
mod audience;
mod dispatch;
pub mod entity;
mod news;
mod preferences;
mod recipients;
mod routes;
mod tell;
mod texts;

pub use dispatch::{ANNOUNCE, SETTLE, announce, settle};
pub use news::{News, Subject, TELL, tell};
pub use routes::routes;
pub use tell::told;
