//! Columns and cells of exports.

use chrono::{DateTime, NaiveDate, Utc};
use shared_types::{money::Money, translation::Language};

/// A text in Russian, English and Chinese.
pub type LocalizedText = [&'static str; 3];

/// The text in a person's language.
pub const fn localized(text: LocalizedText, language: Language) -> &'static str {
    let [russian, english, chinese] = text;
    language.pick(russian, english, chinese)
}

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// Text, never a formula.
    Text,
    /// A whole number.
    Integer,
    /// A number with up to three decimal places.
    Decimal,
    /// An amount, with its currency in a separate column.
    Money,
    /// An amount in the currency that another column of the row names.
    Amount,
    /// A time, in the person's time zone.
    Timestamp,
    /// A calendar date, without a time zone.
    Day,
}

/// A column: its header and type.
pub type Column = (LocalizedText, ColumnKind);

/// A cell. Its variant must match the type of its column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    Text(String),
    /// A whole number.
    Integer(i64),
    /// A number in thousandths.
    Thousandths(i64),
    /// An amount.
    Money(Money),
    /// A time.
    Timestamp(DateTime<Utc>),
    /// A calendar date.
    Day(NaiveDate),
    /// No value, for a column of any type.
    Empty,
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Money> for Cell {
    fn from(money: Money) -> Self {
        Self::Money(money)
    }
}

impl From<DateTime<Utc>> for Cell {
    fn from(moment: DateTime<Utc>) -> Self {
        Self::Timestamp(moment)
    }
}

impl From<NaiveDate> for Cell {
    fn from(day: NaiveDate) -> Self {
        Self::Day(day)
    }
}

impl<T: Into<Self>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Empty, Into::into)
    }
}
