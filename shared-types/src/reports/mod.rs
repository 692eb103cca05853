//! Reports on an agent's money: the figures of the ledger by time, client and staff member, and the current debts.

mod dto;
mod endpoints;

pub use dto::*;
pub use endpoints::*;

/// Most days of a report: three years.
pub const MAX_DAYS: i64 = 1_096;
