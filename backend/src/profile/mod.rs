//! What a person changes of their own: profile, password, logins; the same on both sides.

mod change;
mod logins;
mod picture;
mod routes;
mod staff_logins;

use crate::platform::jobs::Jobs;
pub use routes::routes;

/// The feature's jobs.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.handle(picture::SWEEP, |state, _| picture::sweep(state))
        .every(chrono::Duration::days(1), picture::SWEEP)
}
