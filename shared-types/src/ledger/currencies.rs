//! The currencies of balances.

use crate::money::Currency;

/// Currencies of client balances.
pub const BALANCE_CURRENCIES: [Currency; 2] = [Currency::Rub, Currency::Cny];
