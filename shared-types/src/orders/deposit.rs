//! The deposit of an order: a share of its sum that is reserved on the client's balance until the order is paid.

use super::PayOption;
use crate::{
    fixed::Percent,
    id::{OrderId, QuoteId},
    ledger::BALANCE_CURRENCIES,
    money::{Currency, Money},
    pricing::Calculation,
};

/// The deposit of an order that is not paid.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct OrderDeposit {
    /// Share of the sum that the agent asks for now. Absent if it asks for no deposit any more.
    pub share: Option<Percent>,
    /// The amount that is reserved for the order.
    pub reserved: Option<Money>,
    /// Balances that the deposit can be reserved on now. Empty if it is reserved, or if the sum of the order is not known.
    pub reserve_from: Vec<PayOption>,
}

/// The submission of a draft.
#[apply(request)]
#[derive(Copy, Default)]
pub struct SubmitRequest {
    /// Deposit that the client saw, in the currency of one of the balances. If the deposit is another one, nothing is submitted
    /// and the response is 409 `amount_changed` with the deposit in `current_amount`. Absent if the client saw none.
    pub deposit: Option<Money>,
}

/// The reservation of the deposit of an order whose sum became known with its price.
#[apply(request)]
#[derive(Copy)]
pub struct DepositRequest {
    /// Quote that the client saw.
    pub quote_id: QuoteId,
    /// Deposit that the client saw. Its currency selects the balance. If the quote or the deposit has changed, nothing is reserved
    /// and the response is 409 `amount_changed` with the deposit in `current_amount`.
    pub deposit: Money,
}

/// A deposit that is reserved on a client's balance.
#[apply(response)]
pub struct ReservedDeposit {
    /// The order that it is reserved for.
    pub order_id: OrderId,
    /// Number of the order.
    pub number: String,
    /// Reserved amount.
    pub amount: Money,
}

/// The deposit of an order on each balance that it can be reserved on, rubles first. Empty if the sum of the order is not known
/// because an item has no price or there is no rate.
pub fn deposits(share: Percent, calculation: &Calculation) -> Vec<Money> {
    if calculation.left_out > 0 {
        return Vec::new();
    }
    let sums = [calculation.due_rub, Some(calculation.due)];
    let sum_in = |currency: Currency| sums.into_iter().flatten().find(|sum| sum.currency == currency);
    BALANCE_CURRENCIES
        .into_iter()
        .filter_map(sum_in)
        .map(|sum| Money::new(share.apply_to(sum.minor), sum.currency))
        .filter(|deposit| deposit.minor > 0)
        .collect()
}
