//! Reports on an agent's money: what the ledger knows by time, client and staff member, and what is owed now.

mod dto;
mod endpoints;

pub use dto::*;
pub use endpoints::*;

/// Most days of a report: three years.
pub const MAX_DAYS: i64 = 1_096;
