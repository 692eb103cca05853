//! Exchange rates: fetched from the Bank of Russia and from `BestChange`, stored with their history, and turned into the
//! agent's own rates by the agent's policy. A client can have a policy of its own, which replaces the agent's.
//!
//! Invariants: a rate that differs from the last accepted one by more than a fifth is accepted only when the source has
//! returned it three times in a row, until then the last accepted rate stays; no price is quoted with a stale rate.

mod bestchange;
mod cbr;
mod client_rates;
mod conversion;
mod fetch;
mod jump_check;
mod policy;
mod rates_of;
mod routes;
mod store;

pub use client_rates::load;
pub use conversion::Rates;
pub use fetch::{BESTCHANGE, CBR, FETCH_BESTCHANGE, FETCH_CBR, FetchError, fetch_bestchange, fetch_cbr};
pub use policy::{AgentRates, compare, current, load_by_agent, set_policy, validate_own};
pub use rates_of::RatesOf;
pub use routes::routes;
pub use store::save;
