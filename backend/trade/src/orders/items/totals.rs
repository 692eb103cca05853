//! Totals of an order, calculated from its items.

use shared_types::money::Money;

/// Number of items, sum of the live ones in the order's currency (minor units), and whether live items in other currencies exist.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Totals {
    pub(super) count: i32,
    pub(super) minor: i64,
    pub(super) mixed: bool,
}

impl Totals {
    /// Sums up items, given as unit price and quantity; the price is `None` if the item is not live. Items in other currencies
    /// don't add to the sum.
    pub(super) fn calculate(
        items: impl IntoIterator<Item = (Option<Money>, i32)>,
        currency: shared_types::money::Currency,
    ) -> Self {
        items.into_iter().fold(Self::default(), |sum, (price, quantity)| {
            let own = price.filter(|price| price.currency == currency);
            let value = own.map_or(0, |price| price.minor.saturating_mul(quantity.into()));
            Self {
                count: sum.count + 1,
                minor: sum.minor.saturating_add(value),
                mixed: sum.mixed || own.is_none() && price.is_some(),
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
        let (own, other) = (Money::new(1050, Cny), Money::new(100, Eur));
        let totals = Totals::calculate([(Some(own), 3), (Some(other), 2), (None, 7)], Cny);
        assert_eq!(
            totals,
            Totals {
                count: 3,
                minor: 3150,
                mixed: true
            }
        );
    }
}
