//! What an order says about its lines, made anew from them.

use shared_types::money::Money;

/// Count, sum in the order's currency, and whether there are other currencies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Totals {
    pub(super) count: i32,
    pub(super) minor: i64,
    pub(super) mixed: bool,
}

impl Totals {
    /// Of lines given as unit price and pieces.
    pub(super) fn of(lines: impl IntoIterator<Item = (Money, i32)>, currency: shared_types::money::Currency) -> Self {
        lines.into_iter().fold(Self::default(), |sum, (price, quantity)| {
            let own = price.currency == currency;
            let line = if own {
                price.minor.saturating_mul(quantity.into())
            } else {
                0
            };
            Self {
                count: sum.count + 1,
                minor: sum.minor.saturating_add(line),
                mixed: sum.mixed || !own,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared_types::money::Currency::{Cny, Eur};

    #[test]
    fn other_currencies_are_marked_and_left_out() {
        let totals = Totals::of([(Money::new(1050, Cny), 3), (Money::new(100, Eur), 2)], Cny);
        assert_eq!(
            totals,
            Totals {
                count: 2,
                minor: 3150,
                mixed: true
            }
        );
    }
}
