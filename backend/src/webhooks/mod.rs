//! Webhooks: the events of a feed are posted to addresses of programs, signed by Standard Webhooks 1.0.0.
//!
//! A webhook has a position in the feed of its cabinet. [`dispatch`] makes deliveries of the events after it, and a job sends them.
//!
//! Invariants:
//! - Each event is sent at least once, always with the same id. One worker at a time sends the deliveries of a webhook.
//! - The server connects to public addresses only, checked when a webhook is saved and when a connection is opened.
//! - Secrets are stored encrypted and shown once.

mod dispatch;
mod error;
mod outcome;
mod queue;
mod replay;
mod routes;
mod secret;
mod send;
mod store;
mod views;

pub use dispatch::dispatch;
pub use routes::routes;

use chrono::Duration;
use platform::jobs::Jobs;

/// Webhooks that a process sends to at the same time.
const PLACES: usize = 16;

/// Registers the jobs.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.handle(queue::SEND, send::run_job)
        .places(queue::SEND, PLACES)
        .handle(replay::REPLAY, replay::run_job)
        .handle(store::EXPIRE, |state, _| store::expire(state))
        .every(Duration::hours(1), store::EXPIRE)
}
