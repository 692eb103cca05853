//! The user's own profile, password, picture and sessions, on both sides, and the agent's login policy for its staff.

mod account;
mod error;
mod picture;
mod routes;
mod sessions;
mod staff_login_policy;

pub use error::ProfileError;
use platform::{jobs::Jobs, storage};
pub use routes::routes;

/// Registers the job that removes unused pictures.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.handle(picture::SWEEP_JOB, |state, _| picture::sweep(state))
        .calls(picture::SWEEP_JOB, [storage::SYSTEM])
        .every(chrono::Duration::days(1), picture::SWEEP_JOB)
}
