//! Money, numbers and times, as each language writes them.

use crate::i18n::{self, Language, Life, t};
use chrono::{DateTime, Utc};
use shared_types::money::Money;
use wasm_bindgen::JsValue;

/// An amount with its sign: `1 234,50 ¥` in Russian, `¥1,234.50` elsewhere. Never a float: digits are grouped as text.
pub fn money(money: Money) -> String {
    write_money(money, i18n::language())
}

fn write_money(money: Money, language: Language) -> String {
    let amount = money.amount();
    let (sign, digits) = amount
        .strip_prefix('-')
        .map_or(("", amount.as_str()), |digits| ("−", digits));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let (group, point) = if language == Language::Ru {
        ('\u{a0}', ',')
    } else {
        (',', '.')
    };
    let mut grouped = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            grouped.push(group);
        }
        grouped.push(digit);
    }
    if !fraction.is_empty() {
        grouped.push(point);
        grouped.push_str(fraction);
    }
    let currency = money.currency.sign();
    if language == Language::Ru {
        format!("{sign}{grouped}\u{a0}{currency}")
    } else {
        format!("{sign}{currency}{grouped}")
    }
}

/// A number that was written with a point, with the mark of the page's language: `12,45` in Russian, `12.45` elsewhere.
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

/// Grams as kilograms with three places at most: `4,2` in Russian, `4.2` elsewhere.
pub fn kilograms(grams: i64) -> String {
    let fraction = format!("{:03}", (grams % 1000).abs());
    let fraction = fraction.trim_end_matches('0');
    if fraction.is_empty() {
        (grams / 1000).to_string()
    } else {
        decimal(&format!("{}.{fraction}", grams / 1000))
    }
}

/// A weight in kilograms, with their name.
pub fn weight(grams: i64) -> String {
    format!("{} {}", kilograms(grams), t(Life::Kilograms))
}

/// The size of a file: `1,2 МБ` in Russian, `1.2 MB` elsewhere.
pub fn bytes(bytes: i64) -> String {
    write_bytes(bytes, i18n::language())
}

fn write_bytes(bytes: i64, language: Language) -> String {
    let [byte, kilo, mega] = if language == Language::Ru {
        ["Б", "КБ", "МБ"]
    } else {
        ["B", "KB", "MB"]
    };
    let kilobytes = bytes.saturating_add(1023) >> 10;
    if bytes < 1024 {
        return format!("{bytes}\u{a0}{byte}");
    }
    if kilobytes < 1024 {
        return format!("{kilobytes}\u{a0}{kilo}");
    }
    let tenths = (bytes.saturating_mul(10) + (1 << 19)) >> 20;
    let number = if tenths % 10 == 0 {
        (tenths / 10).to_string()
    } else {
        write_decimal(&format!("{}.{}", tenths / 10, tenths % 10), language)
    };
    format!("{number}\u{a0}{mega}")
}

/// The time by this device's clock.
pub fn now() -> DateTime<Utc> {
    let text = String::from(js_sys::Date::new_0().to_iso_string());
    text.parse().unwrap_or(DateTime::UNIX_EPOCH)
}

/// A day and a time in the person's timezone.
pub fn moment(at: DateTime<Utc>) -> String {
    let parts = [
        ("day", "2-digit"),
        ("month", "2-digit"),
        ("year", "2-digit"),
        ("hour", "2-digit"),
        ("minute", "2-digit"),
    ];
    written(at, &parts)
}

/// A day in the person's timezone, in words.
pub fn day(at: DateTime<Utc>) -> String {
    written(at, &[("day", "numeric"), ("month", "long"), ("year", "numeric")])
}

/// A time of the day in the person's timezone.
pub fn time(at: DateTime<Utc>) -> String {
    written(at, &[("hour", "2-digit"), ("minute", "2-digit")])
}

fn written(at: DateTime<Utc>, parts: &[(&str, &str)]) -> String {
    let date = js_sys::Date::new(&JsValue::from_str(&at.to_rfc3339()));
    let options = js_sys::Object::new();
    for (name, value) in parts {
        let _ = js_sys::Reflect::set(&options, &(*name).into(), &(*value).into());
    }
    date.to_locale_string(i18n::language().tag(), &options).into()
}

/// A moment as the browser's own input of a day and a time has it.
pub fn local_input(at: DateTime<Utc>) -> String {
    let date = js_sys::Date::new(&JsValue::from_str(&at.to_rfc3339()));
    // Swedish writes a day and a time as ISO 8601 does, in local time.
    let text = String::from(date.to_locale_string("sv-SE", &js_sys::Object::new()));
    text.chars().take(16).collect::<String>().replace(' ', "T")
}

/// The moment that was put into such an input; none while it is empty.
pub fn from_local_input(text: &str) -> Option<DateTime<Utc>> {
    if text.is_empty() {
        return None;
    }
    let date = js_sys::Date::new(&JsValue::from_str(text));
    // A day that does not exist is no moment: asking such a date for its text throws.
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
    fn numbers_have_the_mark_of_their_language() {
        assert_eq!(write_decimal("12.45", Language::Ru), "12,45");
        assert_eq!(write_decimal("12.45", Language::Zh), "12.45");
    }

    #[test]
    fn sizes_are_short() {
        assert_eq!(write_bytes(0, Language::En), "0\u{a0}B");
        assert_eq!(write_bytes(1025, Language::Ru), "2\u{a0}КБ");
        assert_eq!(write_bytes((1 << 20) - 1, Language::En), "1\u{a0}MB");
        assert_eq!(write_bytes(1_300_000, Language::Ru), "1,2\u{a0}МБ");
        assert_eq!(write_bytes(25 << 20, Language::Zh), "25\u{a0}MB");
    }

    #[test]
    fn amounts_are_grouped_digit_by_digit() {
        let amount = Money::new(123_456_750, Currency::Cny);
        assert_eq!(write_money(amount, Language::Ru), "1\u{a0}234\u{a0}567,50\u{a0}¥");
        assert_eq!(write_money(amount, Language::En), "¥1,234,567.50");
        assert_eq!(write_money(Money::new(-5, Currency::Rub), Language::Ru), "−0,05\u{a0}₽");
        assert_eq!(write_money(Money::new(100, Currency::Jpy), Language::Zh), "¥100");
    }
}
