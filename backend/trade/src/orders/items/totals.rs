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
    /// Sums up the values of items; `None` if the item is not live. Items in other currencies don't add to the sum.
    pub(super) fn calculate(
        items: impl IntoIterator<Item = Option<Money>>,
        currency: shared_types::money::Currency,
    ) -> Self {
        items.into_iter().fold(Self::default(), |sum, value| {
            let own = value.filter(|value| value.currency == currency);
            Self {
                count: sum.count + 1,
                minor: sum.minor.saturating_add(own.map_or(0, |own| own.minor)),
                mixed: sum.mixed || own.is_none() && value.is_some(),
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
        let totals = Totals::calculate([Some(own), Some(other), None, Some(own)], Cny);
        assert_eq!(
            totals,
            Totals {
                count: 4,
                minor: 2100,
                mixed: true
            }
        );
    }
}
