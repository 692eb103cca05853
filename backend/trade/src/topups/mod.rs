//! Top-up requests: of a client's balance, and of a client's payment app from the yuan balance.
//!
//! Invariants: a confirmed balance request and a paid payment app request have a ledger entry, written in the same
//! transaction as the status change, and requests in other states have none; a client sees the requisites only while the
//! request is to be paid.

mod error;
mod export_routes;
pub mod requests;
mod routes;
mod statement;
pub mod wallets;

pub use error::TopupError;
pub use export_routes::routes as export_routes;
pub use routes::routes;
