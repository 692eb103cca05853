//! Formatting of money, numbers and times in the language of the page.

use crate::i18n::{self, Language, LifecycleTexts, t};
use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Utc};
use shared_types::{
    fixed::Percent,
    items::LotPrice,
    money::{Money, sums_by_currency},
    money_text::group_digits,
    number_text::DecimalMark,
};
use std::{cell::RefCell, fmt};
use wasm_bindgen::{JsCast, JsValue};

/// The format of the values of fields for moments.
const INPUT_FORMAT: &str = "%Y-%m-%dT%H:%M";

/// Formats an amount with its currency sign: `1 234,50 ¥` in Russian, `¥1,234.50` in other languages.
pub fn money(money: Money) -> String {
    money.in_language(i18n::language())
}

/// Formats the sums of amounts in each currency: `1 234,50 ¥ + 99,00 ₽`.
pub fn sums(amounts: impl IntoIterator<Item = Money>) -> String {
    let sums: Vec<String> = sums_by_currency(amounts).into_iter().map(money).collect();
    sums.join(" + ")
}

/// Formats a price of one piece, or of several: `0,80 ¥ / 100 шт.`.
pub fn lot_price(lot: LotPrice) -> String {
    let price = money(lot.price);
    if lot.per == 1 {
        price
    } else {
        format!("{price} / {} {}", lot.per, t(LifecycleTexts::Pieces))
    }
}

/// Formats a count with groups of digits: `200 000` in Russian, `200,000` in other languages.
pub fn count(number: u64) -> String {
    group_digits(&number.to_string(), i18n::language())
}

/// Replaces the decimal point by the separator of the language: `12,45` in Russian, `12.45` in other languages.
pub fn decimal(text: &str) -> String {
    write_decimal(text, i18n::language())
}

/// The decimal mark of the language, in which typed numbers are read.
pub fn decimal_mark() -> DecimalMark {
    if i18n::language() == Language::Ru {
        DecimalMark::Comma
    } else {
        DecimalMark::Point
    }
}

fn write_decimal(text: &str, language: Language) -> String {
    if language == Language::Ru {
        text.replace('.', ",")
    } else {
        text.to_owned()
    }
}

/// Formats millimetres as centimetres with at most one decimal place: `25,5` in Russian, `25.5` in other languages.
pub fn centimetres(millimetres: i64) -> String {
    match millimetres % 10 {
        0 => (millimetres / 10).to_string(),
        rest => decimal(&format!("{}.{rest}", millimetres / 10)),
    }
}

/// Formats a percentage: `2,5 %` in Russian, `2.5 %` in other languages.
pub fn percent(percent: Percent) -> String {
    format!("{} %", decimal(&percent.to_string()))
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

/// Formats a length or a size that is written in millimetres.
pub fn millimetres(size: impl fmt::Display) -> String {
    format!("{size} {}", t(LifecycleTexts::Millimetres))
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

thread_local! {
    static TIME_ZONE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Sets the time zone of all times: the zone of the person's profile.
pub(crate) fn use_time_zone(name: &str) {
    TIME_ZONE.set(Some(name.to_owned()));
}

/// The IANA name of this browser's time zone. `None` if the browser does not know it.
pub(crate) fn browser_time_zone() -> Option<String> {
    let format = js_sys::Intl::DateTimeFormat::new(&js_sys::Array::new(), &js_sys::Object::new());
    let name = js_sys::Reflect::get(&format.resolved_options(), &"timeZone".into());
    name.ok()?.as_string().filter(|name| name != "Etc/Unknown")
}

/// Makes the browser load its date formats, which takes 20 ms, before a page needs them.
pub(crate) fn load_date_formats() {
    let _ = date_time(now());
}

/// Formats a date and time in the person's time zone.
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

/// Formats a date in the person's time zone, with the month as a word.
pub fn day(at: DateTime<Utc>) -> String {
    format_date(at, &[("day", "numeric"), ("month", "long"), ("year", "numeric")])
}

/// Formats a date of this year in the person's time zone: the day, and the month as a short word.
pub fn short_day(at: DateTime<Utc>) -> String {
    format_date(at, &[("day", "numeric"), ("month", "short")])
}

/// Formats a calendar day that belongs to no time zone.
pub fn date(day: NaiveDate) -> String {
    calendar(day, &[("day", "2-digit"), ("month", "2-digit"), ("year", "2-digit")])
}

/// Formats a calendar day as people type it: `29.11.2026` in Russian.
pub fn typed_day(day: NaiveDate) -> String {
    calendar(day, &[("day", "2-digit"), ("month", "2-digit"), ("year", "numeric")])
}

/// Formats a calendar day with its weekday, as screen readers say it.
pub fn calendar_day(day: NaiveDate) -> String {
    calendar(
        day,
        &[
            ("weekday", "long"),
            ("day", "numeric"),
            ("month", "long"),
            ("year", "numeric"),
        ],
    )
}

/// The name of the weekday of a day: `long` or `short`.
pub fn weekday(day: NaiveDate, length: &'static str) -> String {
    calendar(day, &[("weekday", length)])
}

/// Formats the month of a calendar day, with its year.
pub fn month(day: NaiveDate) -> String {
    calendar(day, &[("month", "long"), ("year", "numeric")])
}

fn calendar(day: NaiveDate, parts: &[(&str, &str)]) -> String {
    let parts: Vec<_> = parts.iter().copied().chain([("timeZone", "UTC")]).collect();
    format_in(
        i18n::language().as_str(),
        day.and_time(NaiveTime::MIN).and_utc(),
        &parts,
    )
    .unwrap_or_default()
}

/// Formats a time of day in the person's time zone.
pub fn time(at: DateTime<Utc>) -> String {
    format_date(at, &[("hour", "2-digit"), ("minute", "2-digit")])
}

fn format_date(at: DateTime<Utc>, parts: &[(&str, &str)]) -> String {
    format_in_zone(i18n::language().as_str(), at, parts)
}

/// Formats a time in the person's time zone; in the browser's zone before the login, and if the browser does not know the zone.
fn format_in_zone(locale: &str, at: DateTime<Utc>, parts: &[(&str, &str)]) -> String {
    let in_zone = TIME_ZONE.with_borrow(|zone| {
        let zone = ("timeZone", zone.as_deref()?);
        let parts: Vec<_> = parts.iter().copied().chain([zone]).collect();
        format_in(locale, at, &parts)
    });
    in_zone.or_else(|| format_in(locale, at, parts)).unwrap_or_default()
}

/// Formats a time with options of `Intl.DateTimeFormat`. `None` if the browser refuses an option.
#[expect(clippy::cast_precision_loss, reason = "milliseconds of dates are far below 2^53")]
fn format_in(locale: &str, at: DateTime<Utc>, parts: &[(&str, &str)]) -> Option<String> {
    let format = date_format(locale, parts)?;
    let millis = at.timestamp_millis() as f64;
    format.call1(&JsValue::UNDEFINED, &millis.into()).ok()?.as_string()
}

/// The function that formats times with these options. It is kept, because making one takes as long as formatting a hundred times.
fn date_format(locale: &str, parts: &[(&str, &str)]) -> Option<js_sys::Function> {
    thread_local! {
        static FORMATS: RefCell<Vec<(String, js_sys::Function)>> = const { RefCell::new(Vec::new()) };
    }
    let key = parts
        .iter()
        .fold(locale.to_owned(), |key, (name, value)| key + " " + name + "=" + value);
    let known = FORMATS.with_borrow(|formats| {
        let format = formats.iter().find(|(known, _)| *known == key);
        format.map(|(_, format)| format.clone())
    });
    if known.is_some() {
        return known;
    }
    let options = js_sys::Object::new();
    for (name, value) in parts {
        let _ = js_sys::Reflect::set(&options, &(*name).into(), &(*value).into());
    }
    // Not `DateTimeFormat::new`, which does not catch the error of an unknown time zone.
    let intl = js_sys::Reflect::get(&js_sys::global(), &"Intl".into()).ok()?;
    let constructor = js_sys::Reflect::get(&intl, &"DateTimeFormat".into()).ok()?;
    let arguments = js_sys::Array::of2(&locale.into(), &options);
    let formatter = js_sys::Reflect::construct(constructor.unchecked_ref::<js_sys::Function>(), &arguments).ok()?;
    let format = js_sys::Reflect::get(&formatter, &"format".into()).ok()?;
    let format: js_sys::Function = format.dyn_into().ok()?;
    FORMATS.with_borrow_mut(|formats| formats.push((key, format.clone())));
    Some(format)
}

/// Returns the time on the person's clock, to the minute, without its time zone.
fn wall_clock(at: DateTime<Utc>) -> NaiveDateTime {
    // The Swedish locale formats times like ISO 8601.
    let parts = [("dateStyle", "short"), ("timeStyle", "short")];
    let text = format_in_zone("sv-SE", at, &parts);
    NaiveDateTime::parse_from_str(&text, "%Y-%m-%d %H:%M").unwrap_or_else(|_| at.naive_utc())
}

/// Returns the calendar day of a time in the person's time zone.
pub fn day_of(at: DateTime<Utc>) -> NaiveDate {
    wall_clock(at).date()
}

/// Returns the person's current calendar day.
pub fn today() -> NaiveDate {
    day_of(now())
}

/// Formats a time as the value of a field for a moment.
pub fn local_input(at: DateTime<Utc>) -> String {
    wall_clock(at).format(INPUT_FORMAT).to_string()
}

/// Parses the value of a field for a moment, on the person's clock; `None` if it is empty or not a valid date.
pub fn from_local_input(text: &str) -> Option<DateTime<Utc>> {
    let wall = NaiveDateTime::parse_from_str(text.get(..16)?, INPUT_FORMAT).ok()?;
    // The offset belongs to the result; near a change of the clocks, the first guess can have the other one.
    let first = wall.and_utc() - (wall_clock(wall.and_utc()) - wall);
    Some(wall.and_utc() - (wall_clock(first) - first.naive_utc()))
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
