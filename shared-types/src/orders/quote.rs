//! The quote of an order, and sums at its rate.

use crate::{
    fixed::{Rate, Ratio},
    id::QuoteId,
    money::{Currency, Money},
};
use chrono::{DateTime, Utc};

/// The agent's quote of an order. Later changes of rates and conditions do not affect it.
#[apply(response)]
pub struct Quote {
    pub id: QuoteId,
    /// Amount to pay, in the currency of the order.
    pub due: Money,
    /// Amount to pay, in rubles.
    pub due_rub: Money,
    /// Rubles for one unit of the order's currency.
    pub rate: Rate,
    pub rate_source: String,
    /// The agent's comment.
    pub comment: String,
    /// Time of the quote.
    pub at: DateTime<Utc>,
}

impl Quote {
    /// The same amount in the other currency of the quote, at its rate: rubles for the order's currency, and the other way round.
    /// `None` if the order is in rubles, or the amount is in a third currency.
    pub fn in_other_currency(&self, amount: Money) -> Option<Money> {
        convert_at(self.due.currency, self.rate, amount)
    }
}

/// Converts an amount between rubles and `currency` at a rate of rubles for one unit. Rounds once, half to even.
pub fn convert_at(currency: Currency, rate: Rate, amount: Money) -> Option<Money> {
    let (own, rubles) = ((currency, rate), (Currency::Rub, Rate::from_millionths(1_000_000)));
    let (from, to) = match amount.currency {
        _ if currency == Currency::Rub => return None,
        Currency::Rub => (rubles, own),
        other if other == currency => (own, rubles),
        _ => return None,
    };
    let minor = Ratio::between(from, to)?.convert(amount.minor)?;
    Some(Money::new(minor, to.0))
}
