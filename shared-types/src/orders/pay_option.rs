//! A way to pay an amount.

use crate::money::Money;

/// A balance that an amount can be paid from.
#[apply(response)]
#[derive(Copy)]
pub struct PayOption {
    /// Amount to pay in the currency of this balance.
    pub amount: Money,
    /// Current balance, without the reserve.
    pub balance: Money,
    /// Deposit of the order that is reserved on this balance. The payment uses it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reserved: Option<Money>,
    /// Whether the balance is sufficient, with the deposit.
    pub suffices: bool,
}
