//! Calendar months.

use crate::translation::Language;
use chrono::{Datelike, Months, NaiveDate};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

const RUSSIAN: [&str; 12] = [
    "январь",
    "февраль",
    "март",
    "апрель",
    "май",
    "июнь",
    "июль",
    "август",
    "сентябрь",
    "октябрь",
    "ноябрь",
    "декабрь",
];

const ENGLISH: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A calendar month, written as `2026-11`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CalendarMonth(NaiveDate);

impl CalendarMonth {
    /// The month of a day.
    pub fn from_day(day: NaiveDate) -> Self {
        Self(day.with_day(1).unwrap_or(day))
    }

    /// Parses `2026-11`.
    pub fn parse(text: &str) -> Option<Self> {
        let is_shaped = text.len() == 7 && text.bytes().enumerate().all(|(at, byte)| (at == 4) == (byte == b'-'));
        let day = NaiveDate::parse_from_str(&format!("{text}-01"), "%Y-%m-%d").ok()?;
        is_shaped.then_some(Self(day))
    }

    pub const fn first_day(self) -> NaiveDate {
        self.0
    }

    /// The first day of the next month.
    pub fn end(self) -> NaiveDate {
        self.0.checked_add_months(Months::new(1)).unwrap_or(NaiveDate::MAX)
    }

    pub fn last_day(self) -> NaiveDate {
        self.end().pred_opt().unwrap_or(self.0)
    }

    /// The number of days.
    pub fn days(self) -> i64 {
        (self.end() - self.0).num_days()
    }

    /// The days from `day` to the end of the month, including `day`.
    pub fn days_left(self, day: NaiveDate) -> i64 {
        (self.end() - day).num_days().clamp(0, self.days())
    }
}

impl CalendarMonth {
    /// The month as people write it: `ноябрь 2026`, `November 2026`, `2026年11月`.
    pub fn in_language(self, language: Language) -> String {
        let (year, month) = (self.0.year(), self.0.month());
        let name = |names: [&'static str; 12]| names[self.0.month0() as usize];
        match language {
            Language::Ru => format!("{} {year}", name(RUSSIAN)),
            Language::En => format!("{} {year}", name(ENGLISH)),
            Language::Zh => format!("{year}年{month}月"),
        }
    }
}

impl fmt::Display for CalendarMonth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.0.year(), self.0.month())
    }
}

impl Serialize for CalendarMonth {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for CalendarMonth {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| serde::de::Error::custom("a month is written as 2026-11"))
    }
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for CalendarMonth {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        use utoipa::openapi::schema::{ObjectBuilder, Type};
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("A calendar month, such as 2026-11"))
            .pattern(Some(r"^\d{4}-\d{2}$"))
            .into()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for CalendarMonth {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn month_is_written_in_each_language() {
        let months = |language| {
            let texts = ["2026-01", "2026-11", "2026-12"].map(|text| CalendarMonth::parse(text).expect("a month"));
            texts.map(|month| month.in_language(language))
        };
        assert_eq!(months(Language::Ru), ["январь 2026", "ноябрь 2026", "декабрь 2026"]);
        assert_eq!(months(Language::En), ["January 2026", "November 2026", "December 2026"]);
        assert_eq!(months(Language::Zh), ["2026年1月", "2026年11月", "2026年12月"]);
    }

    #[test]
    fn month_has_its_days() {
        let day = |text: &str| text.parse::<NaiveDate>().expect("a day");
        let february = CalendarMonth::parse("2028-02").expect("a month");
        assert_eq!((february.days(), february.days_left(day("2028-02-29"))), (29, 1));
        assert_eq!(february.days_left(day("2028-02-01")), 29);
        let december = CalendarMonth::from_day(day("2026-12-31"));
        assert_eq!(
            (december.end(), december.to_string()),
            (day("2027-01-01"), "2026-12".to_owned())
        );
        for text in ["2026-13", "2026-1", "26-01", "2026-011", "2026/01", ""] {
            assert_eq!(CalendarMonth::parse(text), None, "{text}");
        }
    }
}
