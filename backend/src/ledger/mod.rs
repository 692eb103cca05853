//! The double-entry ledger.
//!
//! Amounts are credits: what the agent owes a client is positive on the client's account, what lies in a cash box is
//! negative on the cash box's. Invariants: the postings of an entry sum to zero per currency; a client's balance is the sum
//! of its postings and never below zero; nothing is changed or deleted, a correction is an opposite entry.

pub mod entity;

mod error;
mod export;
mod journal;
mod operations;
mod post;
mod routes;
mod verify;

pub use error::LedgerError;
pub use export::routes as export_routes;
pub use journal::{JournalEntry, JournalPosting, journal};
pub use operations::{balances, balances_of};
pub use post::{Account, Document, Leg, NewEntry, Posted, post, transfer};
pub use routes::routes;
pub use verify::{Verdict, verify};
