//! Services on items: the catalogue, ordering, payment, rendering and cancellation, and the photos and videos of services.
//!
//! Invariants:
//! - An ordered service keeps the price at which it was ordered.
//! - What was paid for a service is in the ledger, as an entry of its own or as part of the order's payment. It is refunded
//!   when the service is canceled.
//! - The client sees every photo and video that staff did not hide.
//! - An upload link gives access only to the files that were uploaded by it.

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

/// The job that removes expired uploads and unreferenced files.
const SWEEP_JOB: &str = "services:sweep";

/// Registers the jobs of services.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.handle(media::REMOVE_JOB, media::handle_removal)
        .handle(SWEEP_JOB, |state, _| finish::remove_expired(state))
        .every(chrono::Duration::hours(6), SWEEP_JOB)
}
