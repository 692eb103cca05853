//! Formatting of money, numbers and times in the language of the page.

use crate::i18n::{self, Language, LifecycleTexts, t};
use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use shared_types::money::Money;
use wasm_bindgen::JsValue;

/// Formats an amount with its currency sign: `1 234,50 ¥` in Russian, `¥1,234.50` in other languages.
///
/// Digits are grouped as text, without floating-point numbers.
pub fn money(money: Money) -> String {
    write_money(money, i18n::language())
}

/// Separates groups of three digits.
fn group_digits(whole: &str, language: Language) -> String {
    let separator = if language == Language::Ru { '\u{a0}' } else { ',' };
    let mut grouped = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            grouped.push(separator);
        }
        grouped.push(digit);
    }
    grouped
}

/// Formats a count with groups of digits: `200 000` in Russian, `200,000` in other languages.
pub fn count(number: u64) -> String {
    group_digits(&number.to_string(), i18n::language())
}

fn write_money(money: Money, language: Language) -> String {
    let amount = money.amount();
    let (sign, digits) = amount
        .strip_prefix('-')
        .map_or(("", amount.as_str()), |digits| ("−", digits));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let point = if language == Language::Ru { ',' } else { '.' };
    let mut grouped = group_digits(whole, language);
    if !fraction.is_empty() {
        grouped.push(point);
        grouped.push_str(fraction);
    }
    let currency = money.currency.sign();
    if language == Language::Ru {
        format!("{sign}{grouped}\u{a0}{currency}")
    } else if currency == money.currency.code() {
        // A code is a word, not a sign.
        format!("{sign}{currency}\u{a0}{grouped}")
    } else {
        format!("{sign}{currency}{grouped}")
    }
}

/// Replaces the decimal point by the separator of the language: `12,45` in Russian, `12.45` in other languages.
pub fn decimal(text: &str) -> String {
    write_decimal(text, i18n::language())
}

fn write_decimal(text: &str, language: Language) -> String {
    if language == Language::Ru {
        text.replace('.', ",")
    } else {
        text.to_owned()
    }
}

/// Formats grams as kilograms with at most three decimal places: `4,2` in Russian, `4.2` in other languages.
pub fn kilograms(grams: i64) -> String {
    let fraction = format!("{:03}", (grams % 1000).abs());
    let fraction = fraction.trim_end_matches('0');
    if fraction.is_empty() {
        (grams / 1000).to_string()
    } else {
        decimal(&format!("{}.{fraction}", grams / 1000))
    }
}

/// Formats grams as kilograms with the unit.
pub fn weight(grams: i64) -> String {
    format!("{} {}", kilograms(grams), t(LifecycleTexts::Kilograms))
}

/// Formats the size of a file: `1,2 МБ` in Russian, `1.2 MB` in other languages.
pub fn file_size(bytes: i64) -> String {
    write_file_size(bytes, i18n::language())
}

fn write_file_size(bytes: i64, language: Language) -> String {
    let [byte, kilo, mega, giga] = if language == Language::Ru {
        ["Б", "КБ", "МБ", "ГБ"]
    } else {
        ["B", "KB", "MB", "GB"]
    };
    let kilobytes = bytes.saturating_add(1023) >> 10;
    if bytes < 1024 {
        return format!("{bytes}\u{a0}{byte}");
    }
    if kilobytes < 1024 {
        return format!("{kilobytes}\u{a0}{kilo}");
    }
    let is_huge = bytes >= 1 << 30;
    let (shift, unit) = if is_huge { (30, giga) } else { (20, mega) };
    let tenths = (bytes.saturating_mul(10) + (1 << (shift - 1))) >> shift;
    let number = if tenths % 10 == 0 {
        (tenths / 10).to_string()
    } else {
        write_decimal(&format!("{}.{}", tenths / 10, tenths % 10), language)
    };
    format!("{number}\u{a0}{unit}")
}

/// Returns the current time of this device.
pub fn now() -> DateTime<Utc> {
    let text = String::from(js_sys::Date::new_0().to_iso_string());
    text.parse().unwrap_or(DateTime::UNIX_EPOCH)
}

/// Formats a date and time in the timezone of the browser.
pub fn date_time(at: DateTime<Utc>) -> String {
    let parts = [
        ("day", "2-digit"),
        ("month", "2-digit"),
        ("year", "2-digit"),
        ("hour", "2-digit"),
        ("minute", "2-digit"),
    ];
    format_date(at, &parts)
}

/// Formats a date in the timezone of the browser, with the month as a word.
pub fn day(at: DateTime<Utc>) -> String {
    format_date(at, &[("day", "numeric"), ("month", "long"), ("year", "numeric")])
}

/// Formats a date of this year in the timezone of the browser: the day, and the month as a short word.
pub fn short_day(at: DateTime<Utc>) -> String {
    format_date(at, &[("day", "numeric"), ("month", "short")])
}

/// Formats a calendar day that belongs to no timezone.
pub fn date(day: NaiveDate) -> String {
    calendar(day, &[("day", "2-digit"), ("month", "2-digit"), ("year", "2-digit")])
}

/// Formats the month of a calendar day, with its year.
pub fn month(day: NaiveDate) -> String {
    calendar(day, &[("month", "long"), ("year", "numeric")])
}

fn calendar(day: NaiveDate, parts: &[(&str, &str)]) -> String {
    let parts: Vec<_> = parts.iter().copied().chain([("timeZone", "UTC")]).collect();
    format_date(day.and_time(NaiveTime::MIN).and_utc(), &parts)
}

/// Formats a time of day in the timezone of the browser.
pub fn time(at: DateTime<Utc>) -> String {
    format_date(at, &[("hour", "2-digit"), ("minute", "2-digit")])
}

fn format_date(at: DateTime<Utc>, parts: &[(&str, &str)]) -> String {
    let date = js_sys::Date::new(&JsValue::from_str(&at.to_rfc3339()));
    let options = js_sys::Object::new();
    for (name, value) in parts {
        let _ = js_sys::Reflect::set(&options, &(*name).into(), &(*value).into());
    }
    date.to_locale_string(i18n::language().as_str(), &options).into()
}

/// Formats a time as the value of an `<input type="datetime-local">`.
pub fn local_input(at: DateTime<Utc>) -> String {
    let date = js_sys::Date::new(&JsValue::from_str(&at.to_rfc3339()));
    // The Swedish locale formats local times like ISO 8601.
    let text = String::from(date.to_locale_string("sv-SE", &js_sys::Object::new()));
    text.chars().take(16).collect::<String>().replace(' ', "T")
}

/// Parses the value of an `<input type="datetime-local">`; `None` if it is empty or not a valid date.
pub fn from_local_input(text: &str) -> Option<DateTime<Utc>> {
    if text.is_empty() {
        return None;
    }
    let date = js_sys::Date::new(&JsValue::from_str(text));
    // `toISOString` throws for an invalid date, `JSON.stringify` gives `null`.
    let text = js_sys::JSON::stringify(&date).ok()?.as_string()?;
    DateTime::parse_from_rfc3339(text.trim_matches('"'))
        .ok()
        .map(Into::into)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared_types::money::Currency;

    #[test]
    fn decimal_separator_depends_on_the_language() {
        assert_eq!(write_decimal("12.45", Language::Ru), "12,45");
        assert_eq!(write_decimal("12.45", Language::Zh), "12.45");
    }

    #[test]
    fn file_sizes_are_rounded_to_a_readable_unit() {
        assert_eq!(write_file_size(0, Language::En), "0\u{a0}B");
        assert_eq!(write_file_size(1025, Language::Ru), "2\u{a0}КБ");
        assert_eq!(write_file_size((1 << 20) - 1, Language::En), "1\u{a0}MB");
        assert_eq!(write_file_size(1_300_000, Language::Ru), "1,2\u{a0}МБ");
        assert_eq!(write_file_size(25 << 20, Language::Zh), "25\u{a0}MB");
        assert_eq!(write_file_size(20 << 30, Language::Ru), "20\u{a0}ГБ");
        assert_eq!(write_file_size(3 << 29, Language::En), "1.5\u{a0}GB");
    }

    #[test]
    fn amounts_are_grouped_by_thousands() {
        let amount = Money::new(123_456_750, Currency::Cny);
        assert_eq!(write_money(amount, Language::Ru), "1\u{a0}234\u{a0}567,50\u{a0}¥");
        assert_eq!(write_money(amount, Language::En), "¥1,234,567.50");
        assert_eq!(write_money(Money::new(-5, Currency::Rub), Language::Ru), "−0,05\u{a0}₽");
        assert_eq!(write_money(Money::new(100, Currency::Jpy), Language::Zh), "¥100");
    }
}
