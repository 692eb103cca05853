//! Services on items: what an agent offers, what is ordered, paid, rendered and given up, and the photos and videos they bring.
//!
//! Invariants: a service keeps the price it was ordered at; what was paid for it is in the ledger, by its own entry or within
//! its order's payment, and goes back when it is given up; a photo is the client's to see unless staff hid it; an upload
//! link reaches no more than what came by it.

pub mod entity;

pub(crate) mod catalogue;
mod finish;
mod links;
mod media_routes;
pub(crate) mod moves;
pub(crate) mod orders;
mod page;
mod pay;
mod public;
mod routes;
mod uploads;
mod views;
pub(crate) mod whole;
pub(crate) mod with_order;

use crate::{media, platform::jobs::Jobs};
pub use media_routes::routes as media_routes;

pub use page::routes as page_routes;
pub use public::routes as public_routes;
pub use routes::routes;

/// The job that forgets uploads and removes files that belong to nothing.
const SWEEP: &str = "services:sweep";

/// The feature's jobs.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.handle(media::REMOVE, media::do_remove)
        .handle(SWEEP, |state, _| finish::sweep(state))
        .every(chrono::Duration::hours(6), SWEEP)
}
