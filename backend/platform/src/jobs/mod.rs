//! Background jobs: enqueued in the transaction of their cause, run by one replica, retried, and never lost.
//!
//! A job is claimed with a lease. If its worker dies, the lease expires and another worker claims the job. A job that failed in
//! every attempt is dead: it stays in the table, marked as failed, for an operator to handle.
//!
//! Each kind of job has its own places in a process, so that jobs which hang hold up their kind only. While the outside system that a
//! kind calls is down, its jobs wait in the queue and use up no attempts.

mod clock_watch;
mod failed_rows;
mod places;
mod queue;
mod row;
mod worker;

pub use failed_rows::FailedRows;
pub(crate) use queue::statistics;
pub use queue::{enqueue, schedule_slot};
pub(crate) use row::{MAX_ATTEMPTS, new_row};
pub use row::{NewJob, job};
pub use worker::{Handler, Jobs, Outcome};
