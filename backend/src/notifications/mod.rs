//! Notifications about events, and an agent's own notifications to its clients, by messenger, by e-mail and in the browser.
//!
//! Invariants:
//! - An event is written in the transaction of its cause, and its notifications are sent once.
//! - People are notified only about objects that they may see.
//! - An announcement reaches each client at most once, even if a worker dies.

mod announcements;
pub(crate) mod attention;
mod audience;
mod browser_routes;
mod browsers;
mod channels;
mod deliver;
mod dispatch;
mod email;
mod error;
mod invoice_texts;
mod letter;
mod message;
mod preferences;
mod recipients;
mod routes;
mod texts;

pub use browser_routes::routes as browser_routes;
pub use error::NotificationError;
pub use routes::routes;

use chrono::Duration;
use platform::jobs::Jobs;

pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.handle(infra::events::NOTIFY, deliver::deliver_batch)
        .renamed("notifications:tell", infra::events::NOTIFY)
        .handle(dispatch::ANNOUNCE, dispatch::announce)
        .handle(dispatch::SETTLE, |state, _| dispatch::settle(state))
        .every(Duration::minutes(1), dispatch::SETTLE)
}
