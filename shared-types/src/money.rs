//! Money: integers in minor units with a currency, decimal strings in JSON, never floats.

pub use crate::currency::Currency;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{collections::BTreeMap, fmt};

/// Error of parsing an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AmountError {
    /// Not digits with at most one decimal point.
    #[error("not a decimal number")]
    NotANumber,
    /// More decimal places than the currency has.
    #[error("too many decimal places for the currency")]
    TooPrecise,
    /// Too large for the internal representation.
    #[error("the amount is too large")]
    TooLarge,
}

/// An amount of money.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Money {
    /// Amount in minor units: kopecks, fen, cents.
    pub minor: i64,
    /// Currency of the amount.
    pub currency: Currency,
}

/// Adds up amounts by currency, the common currencies first.
pub fn sums_by_currency(amounts: impl IntoIterator<Item = Money>) -> Vec<Money> {
    let mut sums = BTreeMap::<Currency, i64>::new();
    for amount in amounts {
        let sum = sums.entry(amount.currency).or_default();
        *sum = sum.saturating_add(amount.minor);
    }
    sums.into_iter()
        .map(|(currency, minor)| Money::new(minor, currency))
        .collect()
}

impl Money {
    /// Creates an amount of `minor` units.
    pub const fn new(minor: i64, currency: Currency) -> Self {
        Self { minor, currency }
    }

    /// Returns a zero amount.
    pub const fn zero(currency: Currency) -> Self {
        Self::new(0, currency)
    }

    /// Parses a decimal text (`123`, `123.4`, `-0.05`). The value is never rounded.
    pub fn parse(text: &str, currency: Currency) -> Result<Self, AmountError> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !all_digits(whole) || !all_digits(fraction) || digits.ends_with('.') {
            return Err(AmountError::NotANumber);
        }
        let decimals = currency.decimals() as usize;
        let fraction = fraction.trim_end_matches('0');
        if fraction.len() > decimals {
            return Err(AmountError::TooPrecise);
        }
        let minor: i64 = format!("{whole}{fraction:0<decimals$}")
            .parse()
            .map_err(|_| AmountError::TooLarge)?;
        Ok(Self::new(if negative { -minor } else { minor }, currency))
    }

    /// Multiplies the amount. Returns `None` on overflow.
    pub fn checked_mul(self, count: i64) -> Option<Self> {
        self.minor
            .checked_mul(count)
            .map(|minor| Self::new(minor, self.currency))
    }

    /// Formats the amount as a decimal text with all decimal places: `123.40`.
    pub fn amount(self) -> String {
        let decimals = self.currency.decimals() as usize;
        let digits = format!("{:0>width$}", self.minor.unsigned_abs(), width = decimals + 1);
        let (whole, fraction) = digits.split_at(digits.len() - decimals);
        let sign = if self.minor < 0 { "-" } else { "" };
        if fraction.is_empty() {
            format!("{sign}{whole}")
        } else {
            format!("{sign}{whole}.{fraction}")
        }
    }
}

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.amount(), self.currency)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = Money))]
struct Wire {
    #[cfg_attr(feature = "openapi", schema(example = "123.45", pattern = r"^-?\d+(\.\d+)?$"))]
    amount: String,
    currency: Currency,
}

impl Serialize for Money {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Wire {
            amount: self.amount(),
            currency: self.currency,
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Money {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fields = Wire::deserialize(deserializer)?;
        Self::parse(&fields.amount, fields.currency).map_err(serde::de::Error::custom)
    }
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for Money {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        Wire::schema()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for Money {
    fn name() -> std::borrow::Cow<'static, str> {
        "Money".into()
    }

    fn schemas(schemas: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::schema::Schema>)>) {
        Wire::schemas(schemas);
    }
}

/// A price as sent by a person or the extension: a JSON number or a decimal string, stored digit by digit.
///
/// A JSON number is parsed as a float and formatted with the fewest digits that parse back to it. Within the price
/// limits this is the text that was sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct PriceText(pub String);

impl<'de> Deserialize<'de> for PriceText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl serde::de::Visitor<'_> for Text {
            type Value = PriceText;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number or a decimal string")
            }

            fn visit_str<E>(self, text: &str) -> Result<PriceText, E> {
                Ok(PriceText(text.trim().to_owned()))
            }

            fn visit_u64<E>(self, number: u64) -> Result<PriceText, E> {
                Ok(PriceText(number.to_string()))
            }

            fn visit_i64<E>(self, number: i64) -> Result<PriceText, E> {
                Ok(PriceText(number.to_string()))
            }

            fn visit_f64<E>(self, number: f64) -> Result<PriceText, E> {
                Ok(PriceText(number.to_string()))
            }
        }
        deserializer.deserialize_any(Text)
    }
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for PriceText {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Type};
        OneOfBuilder::new()
            .item(ObjectBuilder::new().schema_type(Type::Number))
            .item(
                ObjectBuilder::new()
                    .schema_type(Type::String)
                    .pattern(Some(r"^\d+(\.\d+)?$")),
            )
            .into()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for PriceText {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn amounts_are_parsed_exactly() {
        for (text, minor) in [
            ("0", 0),
            ("12.5", 1250),
            ("12.50", 1250),
            ("12.500", 1250),
            ("-0.05", -5),
        ] {
            assert_eq!(
                Money::parse(text, Currency::Cny).map(|money| money.minor),
                Ok(minor),
                "{text}"
            );
        }
        assert_eq!(Money::parse("1.005", Currency::Cny), Err(AmountError::TooPrecise));
        assert_eq!(Money::parse("1.5", Currency::Jpy), Err(AmountError::TooPrecise));
        assert_eq!(
            Money::parse("99999999999999999999", Currency::Cny),
            Err(AmountError::TooLarge)
        );
        for text in ["", ".", "1.", ".5", "1e3", "+1", "--1", "NaN", "1,5", "１"] {
            assert_eq!(
                Money::parse(text, Currency::Cny),
                Err(AmountError::NotANumber),
                "{text}"
            );
        }
    }

    #[test]
    fn price_is_a_number_or_a_string() {
        for json in ["29.9", "\"29.9\"", "\" 29.9 \""] {
            let price: PriceText = serde_json::from_str(json).expect(json);
            assert_eq!(price.0, "29.9");
        }
        assert!(serde_json::from_str::<PriceText>("true").is_err());
    }

    proptest! {
        #![proptest_config(test_seed::proptest_config(256))]
        #[test]
        fn every_amount_round_trips_through_json(minor in any::<i32>(), currency in 0..Currency::ALL.len()) {
            let money = Money::new(i64::from(minor), Currency::ALL[currency]);
            let json = serde_json::to_string(&money).expect("money serializes");
            prop_assert_eq!(serde_json::from_str::<Money>(&json).expect("money deserializes"), money);
        }
    }
}
