//! Exchange rates: fetched from the Bank of Russia and from `BestChange`, stored with their history, and turned into the
//! agent's own rates by the agent's policy.
//!
//! Invariants: a rate that differs from the last accepted one by more than a fifth is accepted only when the source has
//! returned it three times in a row, until then the last accepted rate stays; no price is quoted with a stale rate.

mod bestchange;
mod cbr;
mod conversion;
mod fetch;
mod jump_check;
mod policy;
mod routes;
mod store;

pub use conversion::{Rates, load};
pub use fetch::{FETCH_BESTCHANGE, FETCH_CBR, FetchError, fetch_bestchange, fetch_cbr};
pub use policy::set_policy;
pub use policy::{current, current_by_agent};
pub use routes::routes;
pub use store::save;
