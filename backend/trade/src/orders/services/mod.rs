//! Services on items: the catalogue, ordering, payment, rendering and cancellation, and the photos and videos of services.
//!
//! Invariants:
//! - An ordered service keeps the price at which it was ordered.
//! - The payment for a service is in the ledger, as an entry of its own or as part of the order's payment. It is refunded
//!   when the service is canceled.
//! - The client sees every photo and video that staff did not hide.
//! - An upload link gives access only to the files that were uploaded by it.

mod billing;
pub mod catalogue;
mod completion;
mod error;
mod media_routes;
pub mod order_effects;
pub mod order_services;
mod page_routes;
mod public_routes;
mod routes;
pub mod single_upload;
pub mod transitions;
mod upload_links;
mod uploads;
mod views;

pub use error::ServiceError;
use infra::media;
pub use media_routes::routes as media_routes;
use platform::{jobs::Jobs, storage};

pub use page_routes::routes as page_routes;
pub use public_routes::routes as public_routes;
pub use routes::routes;

/// The job that removes expired uploads and unreferenced files.
const SWEEP_JOB: &str = "services:sweep";

/// Registers the jobs of services.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.handle(media::REMOVE_JOB, media::handle_removal)
        .calls(media::REMOVE_JOB, [storage::SYSTEM])
        .handle(SWEEP_JOB, |state, _| completion::remove_expired(state))
        .calls(SWEEP_JOB, [storage::SYSTEM])
        .every(chrono::Duration::hours(6), SWEEP_JOB)
}
