//! Notifications about events, and an agent's own notifications to its clients.
//!
//! Invariants:
//! - An event is written in the transaction of its cause, and its notifications are sent once.
//! - Nobody is notified about what they may not see.
//! - An announcement reaches each client at most once, even if a worker dies.

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

pub use news::{NotificationEvent, Subject, notify};
pub use routes::routes;

use crate::platform::jobs::Jobs;
use chrono::Duration;

pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.handle(news::NOTIFY, tell::deliver_batch)
        .handle(dispatch::ANNOUNCE, dispatch::announce)
        .handle(dispatch::SETTLE, |state, _| dispatch::settle(state))
        .every(Duration::minutes(1), dispatch::SETTLE)
}
