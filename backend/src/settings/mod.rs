//! Settings of an agent: typed values stored by key, and lists of entries that orders and shipments refer to.
//!
//! Invariants: only validated values are stored; an entry that is in use can be archived but not deleted; existing prices
//! do not change when a setting changes.

pub mod entity;
pub mod lists;

pub(crate) mod conditions;
mod kept;
mod numbers;
pub(crate) mod offers;
mod options;
mod profile;
mod routes;
mod terms;

pub use conditions::commission;
pub(crate) use lists::active_entry_id;
pub use numbers::next_number;
pub use routes::routes;
pub(crate) use terms::{order_terms, shipment_terms};
