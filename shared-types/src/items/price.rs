//! Prices of one piece or of several, as shops state them.

use super::limits;
use crate::{
    fixed::divide_half_even,
    money::{AmountError, Currency, Money},
};

/// A price of a number of pieces: 100 yuan for 100 pieces, or 0.008 yuan for one, which is 0.08 for 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LotPrice {
    pub price: Money,
    /// The number of pieces that the price is for; at least 1.
    pub per: i32,
}

impl LotPrice {
    /// The price of one piece.
    pub const fn of_piece(price: Money) -> Self {
        Self { price, per: 1 }
    }

    /// Parses the price of `per` pieces. A price with more decimal places than the currency has becomes one of ten times as many
    /// pieces for each of them. The value is never rounded.
    pub fn parse(text: &str, per: i32, currency: Currency) -> Result<Self, AmountError> {
        let decimals = currency.decimals() as usize;
        let places = text
            .split_once('.')
            .map_or(0, |(_, fraction)| fraction.trim_end_matches('0').len());
        let more = places.saturating_sub(decimals);
        let lot = 10_i64.checked_pow(u32::try_from(more).unwrap_or(u32::MAX));
        let lot = lot.and_then(|lot| lot.checked_mul(per.into()));
        let per = lot
            .and_then(|lot| i32::try_from(lot).ok())
            .filter(|per| i64::from(*per) <= limits::PRICE_PER);
        let per = per.ok_or(AmountError::TooPrecise)?;
        if more == 0 {
            return Money::parse(text, currency).map(|price| Self { price, per });
        }
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        if whole.is_empty() {
            return Err(AmountError::NotANumber);
        }
        let (moved, rest) = fraction.split_at_checked(more).unwrap_or((fraction, ""));
        let price = Money::parse(&format!("{whole}{moved}.{rest}"), currency)?;
        Ok(Self { price, per })
    }

    /// Returns the price of a number of pieces, rounded once, half to even. `None` if it is too large.
    pub fn value(self, pieces: i64) -> Option<Money> {
        let exact = i128::from(self.price.minor) * i128::from(pieces);
        let minor = divide_half_even(exact, Ord::max(self.per, 1).into());
        Some(Money::new(i64::try_from(minor).ok()?, self.price.currency))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn price(text: &str, per: i32) -> Result<(i64, i32), AmountError> {
        LotPrice::parse(text, per, Currency::Cny).map(|lot| (lot.price.minor, lot.per))
    }

    #[test]
    fn more_decimal_places_are_a_price_of_more_pieces() {
        for (text, per, expected) in [
            ("0", 1, (0, 1)),
            ("28.5", 1, (2_850, 1)),
            ("0.008", 1, (8, 10)),
            ("0.0080", 1, (8, 10)),
            ("12.3456", 1, (123_456, 100)),
            ("100", 100, (10_000, 100)),
            ("1.005", 100, (1_005, 1_000)),
        ] {
            assert_eq!(price(text, per), Ok(expected), "{text} for {per}");
        }
        assert_eq!(price("0.000000001", 1), Err(AmountError::TooPrecise));
        assert_eq!(price("0.008", 1_000_000), Err(AmountError::TooPrecise));
        for text in ["", "1.2.3", "-", "1.00a", "0.00x8", "1e-3", ".008"] {
            assert_eq!(price(text, 1), Err(AmountError::NotANumber), "{text}");
        }
    }

    #[test]
    fn value_is_rounded_once() {
        let value = |text: &str, per, pieces| {
            let lot = LotPrice::parse(text, per, Currency::Cny).expect(text);
            lot.value(pieces).map(|money| money.minor)
        };
        assert_eq!(value("100", 100, 250), Some(25_000));
        assert_eq!(value("0.008", 1, 1_000), Some(800));
        assert_eq!(value("0.008", 1, 1), Some(1), "0.8 fen");
        assert_eq!(value("0.005", 1, 1), Some(0), "half a fen goes to even");
        assert_eq!(value("0.005", 1, 3), Some(2), "1.5 fen");
        assert_eq!(value("0", 1, 99_999), Some(0), "a gift");
    }

    proptest! {
        #![proptest_config(test_seed::proptest_config(256))]

        #[test]
        fn a_piece_costs_the_same_however_its_price_is_written(
            minor in 0..1_000_000_i64, pieces in 1..99_999_i64, zeros in 0..3_u32,
        ) {
            let one = LotPrice::of_piece(Money::new(minor, Currency::Cny));
            let lot = 10_i32.pow(zeros);
            let many = LotPrice { price: Money::new(minor * i64::from(lot), Currency::Cny), per: lot };
            prop_assert_eq!(one.value(pieces), many.value(pieces));
            let text = format!("{}.{:02}", minor / 100, minor % 100);
            prop_assert_eq!(LotPrice::parse(&text, 1, Currency::Cny), Ok(one));
        }

        #[test]
        fn value_is_off_by_half_a_unit_at_most(minor in 0..1_000_000_i64, per in 1..1_000_000_i32, pieces in 1..99_999_i64) {
            let lot = LotPrice { price: Money::new(minor, Currency::Cny), per };
            let value = i128::from(lot.value(pieces).expect("a value").minor);
            let off = value * i128::from(per) - i128::from(minor) * i128::from(pieces);
            prop_assert!(off.abs() * 2 <= i128::from(per));
        }
    }
}
