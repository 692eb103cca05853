//! Rates and percentages as whole millionths: exact, small in the browser, never a float.

use crate::money::{Currency, Money};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::fmt;

/// Digits after the decimal point.
const PLACES: usize = 6;
/// One, in millionths.
const ONE: i64 = 1_000_000;

/// Why a text is not a fixed-point number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FixedError {
    /// Not digits with at most one decimal point.
    #[error("not a decimal number")]
    NotANumber,
    /// More than six digits after the point.
    #[error("more than six decimal places")]
    TooPrecise,
    /// Beyond what sums can hold.
    #[error("the number is too large")]
    TooLarge,
}

/// Divides, rounding halves to the even neighbour: the one rounding rule of all money here.
pub const fn divide_half_even(number: i128, by: i128) -> i128 {
    let (quotient, rest) = (number.div_euclid(by), number.rem_euclid(by));
    let twice = rest * 2;
    if twice > by || (twice == by && quotient % 2 != 0) {
        quotient + 1
    } else {
        quotient
    }
}

fn parse(text: &str) -> Result<i64, FixedError> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(fraction) || text.ends_with('.') {
        return Err(FixedError::NotANumber);
    }
    let fraction = fraction.trim_end_matches('0');
    if fraction.len() > PLACES {
        return Err(FixedError::TooPrecise);
    }
    format!("{whole}{fraction:0<PLACES$}")
        .parse()
        .map_err(|_| FixedError::TooLarge)
}

fn write(f: &mut fmt::Formatter<'_>, millionths: i64, least: usize) -> fmt::Result {
    let fraction = format!("{:06}", millionths % ONE);
    let shown = fraction.trim_end_matches('0').len().max(least);
    let whole = millionths / ONE;
    match fraction.get(..shown) {
        Some(fraction) if shown > 0 => write!(f, "{whole}.{fraction}"),
        _ => write!(f, "{whole}"),
    }
}

macro_rules! fixed {
    ($($(#[$doc:meta])* $name:ident, $least:literal, $example:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(i64);

        impl $name {
            /// Of millionths.
            pub const fn from_millionths(millionths: i64) -> Self {
                Self(millionths)
            }

            /// In millionths.
            pub const fn millionths(self) -> i64 {
                self.0
            }

            /// Reads a decimal text with at most six places, exactly.
            pub fn parse(text: &str) -> Result<Self, FixedError> {
                parse(text.trim()).map(Self)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write(f, self.0, $least)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::parse(&String::deserialize(deserializer)?).map_err(D::Error::custom)
            }
        }

        #[cfg(feature = "openapi")]
        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                use utoipa::openapi::schema::{ObjectBuilder, Type};
                ObjectBuilder::new()
                    .schema_type(Type::String)
                    .pattern(Some(r"^\d+(\.\d{1,6})?$"))
                    .examples([$example])
                    .into()
            }
        }

        #[cfg(feature = "openapi")]
        impl utoipa::ToSchema for $name {}
    )*};
}

fixed! {
    /// How many units of one currency are paid for one unit of another: `"12.1655"`.
    Rate, 2, "12.1655";
    /// A share of a hundred: `"5.5"` is 5.5 %.
    Percent, 0, "5.5";
}

impl Rate {
    /// The amount in another currency at this rate, rounded once, half to even.
    pub fn convert(self, money: Money, to: Currency) -> Option<Money> {
        // Minor units of the two currencies may differ by a power of ten.
        let up = 10_i128.pow(to.decimals());
        let down = 10_i128.pow(money.currency.decimals());
        let exact = i128::from(money.minor) * i128::from(self.0) * up;
        i64::try_from(divide_half_even(exact, i128::from(ONE) * down))
            .ok()
            .map(|minor| Money::new(minor, to))
    }
}

impl Percent {
    /// This share of an amount, rounded once, half to even.
    pub fn of(self, minor: i64) -> i64 {
        let exact = i128::from(minor) * i128::from(self.0);
        i64::try_from(divide_half_even(exact, i128::from(ONE) * 100)).unwrap_or(i64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_are_read_and_written_exactly() {
        for (text, written) in [
            ("12.1655", "12.1655"),
            ("12", "12.00"),
            ("0.5", "0.50"),
            ("12.165500", "12.1655"),
        ] {
            assert_eq!(Rate::parse(text).expect(text).to_string(), written);
        }
        assert_eq!(Percent::parse("5").expect("five").to_string(), "5");
        for bad in ["", "-1", "1e3", "1,5", "NaN", ".5", "1."] {
            assert_eq!(Rate::parse(bad), Err(FixedError::NotANumber), "{bad}");
        }
        assert_eq!(Rate::parse("0.0000001"), Err(FixedError::TooPrecise));
        assert_eq!(Rate::parse("99999999999999999999"), Err(FixedError::TooLarge));
    }

    #[test]
    fn halves_go_to_the_even_neighbour() {
        let half = Rate::parse("0.5").expect("a half");
        for (minor, rounded) in [(1, 0), (2, 1), (3, 2), (5, 2), (7, 4)] {
            let converted = half.convert(Money::new(minor, Currency::Cny), Currency::Rub);
            assert_eq!(converted, Some(Money::new(rounded, Currency::Rub)), "{minor}");
        }
        assert_eq!(Percent::parse("5").expect("five").of(50), 2);
        assert_eq!(Percent::parse("5").expect("five").of(70), 4);
    }

    #[test]
    fn currencies_without_kopecks_are_converted_too() {
        let rate = Rate::parse("21").expect("a rate");
        let yen = rate.convert(Money::new(1050, Currency::Cny), Currency::Jpy);
        assert_eq!(yen, Some(Money::new(220, Currency::Jpy)));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn a_conversion_is_off_by_half_a_kopeck_at_most(minor in 0..10_000_000_000_i64, rate in 1..100_000_000_i64) {
            let converted = Rate::from_millionths(rate).convert(Money::new(minor, Currency::Cny), Currency::Rub).expect("fits");
            let exact = i128::from(minor) * i128::from(rate);
            let off = (i128::from(converted.minor) * i128::from(ONE) - exact).abs();
            prop_assert!(off * 2 <= i128::from(ONE));
        }

        #[test]
        fn every_rate_survives_the_wire(millionths in 0..i64::MAX) {
            let rate = Rate::from_millionths(millionths);
            let json = serde_json::to_string(&rate).expect("serialises");
            prop_assert_eq!(serde_json::from_str::<Rate>(&json).expect("reads back"), rate);
        }
    }
}
