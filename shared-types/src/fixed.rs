//! Rates and percentages as fixed-point numbers with six decimal places. Exact, and small in the browser; never floats.

use crate::money::{Currency, Money};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::fmt;

/// Number of decimal places.
const PLACES: usize = 6;
/// The number one, in millionths.
const ONE: i64 = 1_000_000;

/// Error of parsing a fixed-point number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FixedError {
    /// Not digits with at most one decimal point.
    #[error("not a decimal number")]
    NotANumber,
    /// More than six decimal places.
    #[error("more than six decimal places")]
    TooPrecise,
    /// Too large for the internal representation.
    #[error("the number is too large")]
    TooLarge,
}

/// Divides and rounds half to even. All amounts of money are rounded by this function.
pub const fn divide_half_even(number: i128, by: i128) -> i128 {
    let (quotient, rest) = (number.div_euclid(by), number.rem_euclid(by));
    let twice = rest * 2;
    if twice > by || (twice == by && quotient % 2 != 0) {
        quotient + 1
    } else {
        quotient
    }
}

/// An exact factor between the minor units of two currencies. Amounts are multiplied by it before they are rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratio {
    numerator: i128,
    denominator: i128,
}

impl Ratio {
    /// The factor one.
    pub const ONE: Self = Self {
        numerator: 1,
        denominator: 1,
    };

    /// Creates the ratio that converts minor units of `from` to minor units of `to`, where the rates are rubles for one unit.
    /// Returns `None` if the rate of `to` is zero.
    pub fn between((from, from_rate): (Currency, Rate), (to, to_rate): (Currency, Rate)) -> Option<Self> {
        let ratio = Self {
            numerator: 10_i128.pow(to.decimals()) * i128::from(from_rate.millionths()),
            denominator: 10_i128.pow(from.decimals()) * i128::from(to_rate.millionths()),
        };
        (to_rate.millionths() > 0).then_some(ratio)
    }

    /// Returns `minor * units / per`, converted, and rounded once, half to even. Returns `None` if the result is too large.
    /// `per` must be positive.
    pub fn multiply(self, minor: i64, units: i64, per: i64) -> Option<i64> {
        let exact = (i128::from(minor) * i128::from(units)).checked_mul(self.numerator)?;
        let by = i128::from(per).checked_mul(self.denominator)?;
        i64::try_from(divide_half_even(exact, by)).ok()
    }

    /// Converts an amount. Rounds once, half to even.
    pub fn convert(self, minor: i64) -> Option<i64> {
        self.multiply(minor, 1, 1)
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

fn write(f: &mut fmt::Formatter<'_>, millionths: i64, min_places: usize) -> fmt::Result {
    let fraction = format!("{:06}", millionths % ONE);
    let shown = fraction.trim_end_matches('0').len().max(min_places);
    let whole = millionths / ONE;
    match fraction.get(..shown) {
        Some(fraction) if shown > 0 => write!(f, "{whole}.{fraction}"),
        _ => write!(f, "{whole}"),
    }
}

macro_rules! fixed {
    ($($(#[$doc:meta])* $name:ident, $min_places:literal, $example:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(i64);

        impl $name {
            /// Creates the number from millionths.
            pub const fn from_millionths(millionths: i64) -> Self {
                Self(millionths)
            }

            /// Returns the number in millionths.
            pub const fn millionths(self) -> i64 {
                self.0
            }

            /// Parses a decimal text with at most six decimal places. The value is never rounded.
            pub fn parse(text: &str) -> Result<Self, FixedError> {
                parse(text.trim()).map(Self)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write(f, self.0, $min_places)
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
    /// Units of one currency for one unit of another, for example `"12.1655"`.
    Rate, 2, "12.1655";
    /// A percentage: `"5.5"` is 5.5 %.
    Percent, 0, "5.5";
}

impl Rate {
    /// Converts an amount to another currency at this rate. Rounds once, half to even.
    pub fn convert(self, money: Money, to: Currency) -> Option<Money> {
        // The minor units of the two currencies may differ by a power of ten.
        let up = 10_i128.pow(to.decimals());
        let down = 10_i128.pow(money.currency.decimals());
        let exact = i128::from(money.minor) * i128::from(self.0) * up;
        i64::try_from(divide_half_even(exact, i128::from(ONE) * down))
            .ok()
            .map(|minor| Money::new(minor, to))
    }
}

impl Percent {
    /// This percentage of an amount in minor units. Rounds once, half to even.
    pub fn apply_to(self, minor: i64) -> i64 {
        let exact = i128::from(minor) * i128::from(self.0);
        i64::try_from(divide_half_even(exact, i128::from(ONE) * 100)).unwrap_or(i64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_are_parsed_and_formatted_exactly() {
        for (text, formatted) in [
            ("12.1655", "12.1655"),
            ("12", "12.00"),
            ("0.5", "0.50"),
            ("12.165500", "12.1655"),
        ] {
            assert_eq!(Rate::parse(text).expect(text).to_string(), formatted);
        }
        assert_eq!(Percent::parse("5").expect("five").to_string(), "5");
        for bad in ["", "-1", "1e3", "1,5", "NaN", ".5", "1."] {
            assert_eq!(Rate::parse(bad), Err(FixedError::NotANumber), "{bad}");
        }
        assert_eq!(Rate::parse("0.0000001"), Err(FixedError::TooPrecise));
        assert_eq!(Rate::parse("99999999999999999999"), Err(FixedError::TooLarge));
    }

    #[test]
    fn conversion_rounds_half_to_even() {
        let half = Rate::parse("0.5").expect("a half");
        for (minor, rounded) in [(1, 0), (2, 1), (3, 2), (5, 2), (7, 4)] {
            let converted = half.convert(Money::new(minor, Currency::Cny), Currency::Rub);
            assert_eq!(converted, Some(Money::new(rounded, Currency::Rub)), "{minor}");
        }
        assert_eq!(Percent::parse("5").expect("five").apply_to(50), 2);
        assert_eq!(Percent::parse("5").expect("five").apply_to(70), 4);
    }

    #[test]
    fn conversion_handles_currencies_without_minor_units() {
        let rate = Rate::parse("21").expect("a rate");
        let yen = rate.convert(Money::new(1050, Currency::Cny), Currency::Jpy);
        assert_eq!(yen, Some(Money::new(220, Currency::Jpy)));
    }

    proptest! {
        #![proptest_config(test_seed::proptest_config(2000))]
        #[test]
        fn conversion_error_is_at_most_half_a_minor_unit(minor in 0..10_000_000_000_i64, rate in 1..100_000_000_i64) {
            let converted = Rate::from_millionths(rate).convert(Money::new(minor, Currency::Cny), Currency::Rub).expect("the amount fits");
            let exact = i128::from(minor) * i128::from(rate);
            let off = (i128::from(converted.minor) * i128::from(ONE) - exact).abs();
            prop_assert!(off * 2 <= i128::from(ONE));
        }

        #[test]
        fn every_rate_round_trips_through_json(millionths in 0..i64::MAX) {
            let rate = Rate::from_millionths(millionths);
            let json = serde_json::to_string(&rate).expect("the rate serializes");
            prop_assert_eq!(serde_json::from_str::<Rate>(&json).expect("the rate deserializes"), rate);
        }
    }
}
