//! The double-entry ledger.
//!
//! Amounts are signed credits: a client account is positive when the agent owes the client, and a cash box account is
//! negative by the amount of cash in it.
//!
//! Invariants:
//! - the postings of an entry sum to zero in each currency;
//! - a client's balance is the sum of the client's postings and is never below zero, and neither is the client's reserve;
//! - the reserve of a client is the sum of its open requests and of the deposits of its orders;
//! - entries and postings are never changed or deleted; a correction is an opposite entry;
//! - the checksum of an account is the sum of the checksums of its entries.

mod checksum;
mod error;
mod export_routes;
mod journal;
mod operations;
mod post;
mod reserve;
mod reverse;
mod routes;
mod stream_routes;
mod verify;

pub use checksum::seal;
pub(crate) use checksum::{add_checksums, replace_wrong, row_checksum, with_checksum};
pub use error::LedgerError;
pub use export_routes::routes as export_routes;
pub use journal::{JournalEntry, JournalPosting, read_journal};
pub use operations::{balances, balances_by_client};
pub use post::{Account, Document, Leg, NewEntry, PostedEntry, post, transfer};
pub use reserve::{ReservedFor, release, reserve, spend_reserve};
pub use reverse::reverse_topup;
pub use routes::routes;
pub use stream_routes::routes as stream_routes;
pub use verify::{VerifyReport, verify};
