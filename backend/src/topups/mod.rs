//! Requests to top a balance up, and to top a payment app up from it.
//!
//! Invariants: a confirmed request and a paid top-up have their ledger entry, written in the transaction of the move; no other
//! state has one; a request's requisites are shown only while it is to be paid.

pub mod entity;

mod error;
mod export;
pub(crate) mod requests;
mod routes;
mod statement;
pub(crate) mod wallets;

pub use error::TopupError;
pub use export::routes as export_routes;
pub use routes::routes;
