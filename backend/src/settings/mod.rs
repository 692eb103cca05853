//! The agent's settings: values kept by key, each of its own type, and lists of entries that orders and shipments choose from.
//!
//! Invariants: nothing is stored that was not checked; an entry that something uses is archived, never deleted; what was
//! priced by a setting keeps its price when the setting changes.

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
pub(crate) use lists::live;
pub use numbers::next_number;
pub use routes::routes;
pub(crate) use terms::{of_order, of_shipment};
