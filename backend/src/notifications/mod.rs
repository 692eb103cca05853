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

pub use news::{News, Subject, tell};
pub use routes::routes;

use crate::platform::jobs::Jobs;
use chrono::Duration;

/// The feature's jobs.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.handle(news::TELL, tell::told)
        .handle(dispatch::ANNOUNCE, dispatch::announce)
        .handle(dispatch::SETTLE, |state, _| dispatch::settle(state))
        .every(Duration::minutes(1), dispatch::SETTLE)
}
