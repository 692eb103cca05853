//! Orders: lists, the order card, status transitions, pricing, payment, history and search.
//!
//! Invariants:
//! - Only the client can see a draft.
//! - Every transition and every change of an item writes a history row in the same transaction.
//! - `total_minor`, `items_count` and `mixed_currencies` always match the items.

pub mod entity;

mod agent;
mod agent_routes;
pub(crate) mod calculation;
pub(crate) mod card;
mod change;
pub(crate) mod changes;
mod counts;
mod create;
pub(crate) mod delivery;
mod error;
mod export;
pub mod history;
mod list;
pub(crate) mod money;
pub(crate) mod moves;
pub(crate) mod pricing;
mod routes;
mod runs;
mod saved;
pub mod search;
mod touch;
mod upkeep;
pub mod views;

pub use agent_routes::routes as agent_routes;
pub use card::ensure_exists;
pub use change::search_text;
pub use create::create;
pub use error::OrderError;
pub use export::routes as export_routes;
pub use routes::routes;
pub use saved::routes as saved_routes;
pub(crate) use touch::record_activity;
pub use upkeep::{jobs, merge_search_index};
