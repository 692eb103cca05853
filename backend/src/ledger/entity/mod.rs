//! Tables of the ledger.

pub mod account;
pub mod entry;
pub mod posting;
