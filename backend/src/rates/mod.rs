//! Exchange rates: fetched from the Bank of Russia and from `BestChange`, kept with their history, made into the agent's own.
//!
//! Invariants: a rate that jumps by more than a fifth is not taken until it was told three times; the last good rate stays;
//! a stale rate promises no price.

pub mod entity;

mod bestchange;
mod cbr;
mod doubts;
mod fetch;
mod policy;
mod routes;
mod store;
mod today;

pub use fetch::{FETCH_BESTCHANGE, FETCH_CBR, FetchError, fetch_bestchange, fetch_cbr};
pub use policy::current;
pub(crate) use policy::set;
pub use routes::routes;
pub(crate) use store::keep;
pub use today::{Rates, today};
