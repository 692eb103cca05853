//! Balances and what moved them.

mod dto;
mod endpoints;

pub use dto::*;
pub use endpoints::*;

/// Longest memo, in characters.
pub const MEMO: usize = 500;
/// Largest amount of one operation, in minor units: a hundred billion.
pub const AMOUNT_MINOR: i64 = 10_000_000_000_000;
