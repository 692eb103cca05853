//! The cash book: the agent's own money in cash boxes.
//!
//! Invariants: the balance of a box is the sum of its entries, and of the postings to its ledger account; each entry is one entry of the
//! ledger, and is never changed. A mistake is reversed, once, by an opposite entry. No entry has a day that is closed in its box when it
//! is made.

mod actor;
mod box_history;
mod boxes;
mod client_category;
mod client_money;
mod closings;
mod entries;
mod error;
mod export_routes;
mod list;
mod routes;
mod statement;

pub use actor::Actor;
pub use boxes::add as add_box;
pub use client_money::{receive_from_client, return_to_client};
pub use entries::{add as add_entry, transfer};
pub use error::CashError;
pub use export_routes::routes as export_routes;
pub use routes::routes;
