//! Totals of an order, calculated from its items.

use shared_types::money::Money;

/// Number of items, sum in the order's currency (minor units), and whether items in other currencies exist.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Totals {
    pub(super) count: i32,
    pub(super) minor: i64,
    pub(super) mixed: bool,
}

impl Totals {
    /// Sums up items, given as unit price and quantity. Items in other currencies don't add to the sum.
    pub(super) fn calculate(
        items: impl IntoIterator<Item = (Money, i32)>,
        currency: shared_types::money::Currency,
    ) -> Self {
        items.into_iter().fold(Self::default(), |sum, (price, quantity)| {
            let is_own = price.currency == currency;
            let value = if is_own {
                price.minor.saturating_mul(quantity.into())
            } else {
                0
            };
            Self {
                count: sum.count + 1,
                minor: sum.minor.saturating_add(value),
                mixed: sum.mixed || !is_own,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared_types::money::Currency::{Cny, Eur};

    #[test]
    fn items_in_other_currencies_set_mixed_and_are_not_summed() {
        let totals = Totals::calculate([(Money::new(1050, Cny), 3), (Money::new(100, Eur), 2)], Cny);
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
