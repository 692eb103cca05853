//! Typed days.

use crate::i18n::Language;
use chrono::{NaiveDate, NaiveTime};

/// Reads a day as people of a language type it: `29.11.2026`, `29.11.26`, `11/29/2026`, `2026-11-29`. English has the month first, as
/// the field shows it, unless it can only be the day.
pub(super) fn parse_day(text: &str, language: Language) -> Option<NaiveDate> {
    let parts: Vec<&str> = text
        .split(|character: char| !character.is_ascii_digit())
        .filter(|part| !part.is_empty())
        .collect();
    let &[first, second, third] = parts.as_slice() else {
        return None;
    };
    let number = |part: &str| part.parse::<u32>().ok();
    let (a, b, c) = (number(first)?, number(second)?, number(third)?);
    let (year, month, day) = match language {
        _ if first.len() == 4 => (a, b, c),
        Language::En if a <= 12 => (c, a, b),
        Language::Zh if third.len() < 4 => (a, b, c),
        _ => (c, b, a),
    };
    let year = if year < 100 { year + 2000 } else { year };
    NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, day)
}

/// Reads a time of day: `9`, `9:30`, `09.30`, `0930`.
pub(super) fn parse_time(text: &str) -> Option<String> {
    let text = text.trim();
    let (hours, minutes) = match text.split_once([':', '.']) {
        Some(parts) => parts,
        None if text.len() == 4 => text.split_at_checked(2)?,
        None => (text, "0"),
    };
    let time = NaiveTime::from_hms_opt(hours.parse().ok()?, minutes.parse().ok()?, 0)?;
    Some(time.format("%H:%M").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_read_in_the_order_of_the_language() {
        let day = NaiveDate::from_ymd_opt(2026, 2, 3);
        for (language, text) in [
            (Language::Ru, "03.02.2026"),
            (Language::Ru, " 3.2.26 "),
            (Language::Ru, "3/2/2026"),
            (Language::Ru, "2026-02-03"),
            (Language::En, "02/03/2026"),
            (Language::En, "2026-2-3"),
            (Language::Zh, "2026/02/03"),
            (Language::Zh, "26-2-3"),
            (Language::Zh, "2026年2月3日"),
        ] {
            assert_eq!(parse_day(text, language), day, "{text:?}");
        }
        assert_eq!(
            parse_day("29/11/2026", Language::En),
            NaiveDate::from_ymd_opt(2026, 11, 29)
        );
    }

    #[test]
    fn a_time_is_read_with_and_without_its_colon() {
        for (text, time) in [
            ("9", Some("09:00")),
            (" 9:30", Some("09:30")),
            ("09.30", Some("09:30")),
            ("2315", Some("23:15")),
            ("24:00", None),
            ("9:60", None),
            ("", None),
            ("утро", None),
        ] {
            assert_eq!(parse_time(text).as_deref(), time, "{text:?}");
        }
    }

    #[test]
    fn days_that_do_not_exist_are_none() {
        for text in [
            "",
            "30.02.2026",
            "1.13.2026",
            "12.2026",
            "1.2.3.4",
            "завтра",
            "99999999999.1.1",
        ] {
            assert_eq!(parse_day(text, Language::Ru), None, "{text:?}");
        }
    }
}
