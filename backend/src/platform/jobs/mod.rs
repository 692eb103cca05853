//! Work to be done later: written in the transaction of what caused it, done by one replica, retried, never lost.
//!
//! A job is claimed with a lease; a worker that dies lets the lease run out and another one takes the job. A job that failed
//! too often stays, marked as failed, for a person to look at.

mod queue;
mod worker;

pub(in crate::platform) use queue::write;
pub use queue::{NewJob, enqueue, job, slot};
pub use worker::{Handler, Jobs, Outcome};
