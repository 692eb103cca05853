//! Balances of clients and the operations on them.

mod currencies;
mod dto;
mod endpoints;

pub use currencies::BALANCE_CURRENCIES;
pub use dto::*;
pub use endpoints::*;

/// Maximum length of a description, in characters.
pub const MEMO: usize = 500;
/// Maximum amount of one operation, in minor units (a hundred billion in major units).
pub const AMOUNT_MINOR: i64 = 10_000_000_000_000;
