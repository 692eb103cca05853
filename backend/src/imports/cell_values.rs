//! Values of cells as people write them: prices, quantities and product links.

use shared_types::{money::Currency, web_address};

/// A number with the text before and after it.
#[derive(Debug, PartialEq, Eq)]
struct Parts<'a> {
    before: &'a str,
    number: &'a str,
    after: &'a str,
}

/// Splits a text at its first and its last digit. Returns `None` if it has no digit.
fn split(text: &str) -> Option<Parts<'_>> {
    let is_digit = |sign: char| sign.is_ascii_digit() || ('０'..='９').contains(&sign);
    let first = text.find(is_digit)?;
    let last = text.rfind(is_digit)?;
    let end = last + text[last..].chars().next().map_or(0, char::len_utf8);
    // A minus sign belongs to the number.
    let is_minus = |sign: char| matches!(sign, '-' | '−' | '－');
    let unsigned = text[..first].trim_end();
    let begin = unsigned.char_indices().next_back().filter(|(_, sign)| is_minus(*sign));
    let begin = begin.map_or(first, |(at, _)| at);
    Some(Parts {
        before: text[..begin].trim(),
        number: &text[begin..end],
        after: text[end..].trim(),
    })
}

/// Parses a currency symbol, word or code.
pub(super) fn parse_currency(sign: &str) -> Option<Currency> {
    match sign.to_lowercase().replace('￥', "¥").trim_end_matches('.') {
        "¥" | "cn¥" | "元" | "人民币" | "юань" | "юаня" | "юаней" | "rmb" | "cny" => {
            Some(Currency::Cny)
        }
        "₽" | "р" | "руб" | "рубль" | "рубля" | "рублей" | "rub" => Some(Currency::Rub),
        "$" | "us$" | "usd" => Some(Currency::Usd),
        "€" | "eur" => Some(Currency::Eur),
        "₸" | "kzt" | "тг" => Some(Currency::Kzt),
        "£" | "gbp" => Some(Currency::Gbp),
        "円" | "jp¥" | "jpy" => Some(Currency::Jpy),
        "₩" | "krw" => Some(Currency::Krw),
        _ => None,
    }
}

/// The units of quantities, in lower case and without a point.
const UNITS: [&str; 13] = [
    "штука",
    "штуки",
    "штук",
    "шт",
    "ед",
    "pieces",
    "piece",
    "pcs",
    "pc",
    "件",
    "个",
    "双",
    "套",
];

fn is_unit(text: &str) -> bool {
    UNITS.contains(&text.to_lowercase().trim_end_matches('.'))
}

/// Splits `100 ¥/100 шт.` into the price and the number of its pieces. `28.9元/件` is the price of one.
pub(super) fn split_lot(text: &str) -> (&str, Option<&str>) {
    let Some((price, lot)) = text.rsplit_once(['/', '／']) else {
        return (text, None);
    };
    match split(lot) {
        None if is_unit(lot.trim()) => (price, None),
        Some(Parts { before, number, after }) if before.is_empty() && is_unit(after) => (price, Some(number)),
        _ => (text, None),
    }
}

/// Splits a price into its number and the currency written before or after it. Returns `None` if the text is not a price.
pub(super) fn split_price(text: &str) -> Option<(&str, Option<Currency>)> {
    let Parts { before, number, after } = split(split_lot(text).0)?;
    let after = after.trim_start_matches(['.', ',', '-', ' ']);
    match (before, after) {
        ("", "") => Some((number, None)),
        ("", sign) | (sign, "") => parse_currency(sign).map(|currency| (number, Some(currency))),
        _ => None,
    }
}

/// Returns the number of a quantity with or without a unit such as `pcs`. `None` if the text is not a quantity.
pub(super) fn split_quantity(text: &str) -> Option<&str> {
    let Parts { before, number, after } = split(text)?;
    (before.is_empty() && (after.is_empty() || is_unit(after))).then_some(number)
}

/// Returns the name of the marketplace that a product link belongs to.
pub(super) fn detect_marketplace(url: &str) -> Option<&'static str> {
    let host = web_address::host(url)?;
    [
        ("1688.com", "1688"),
        ("taobao.com", "taobao"),
        ("tmall.com", "tmall"),
        ("poizon.com", "poizon"),
        ("dewu.com", "poizon"),
    ]
    .into_iter()
    .find(|(domain, _)| {
        host.strip_suffix(domain)
            .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    })
    .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn price_is_split_from_its_currency() {
        for (text, number, currency) in [
            ("12,50 ¥", "12,50", Some(Currency::Cny)),
            ("￥12.5", "12.5", Some(Currency::Cny)),
            ("1 234,50", "1 234,50", None),
            ("1\u{a0}234,50 руб.", "1\u{a0}234,50", Some(Currency::Rub)),
            ("１２．５", "１２．５", None),
            ("28.9元", "28.9", Some(Currency::Cny)),
            ("$5", "5", Some(Currency::Usd)),
            ("US$ 1,500.00", "1,500.00", Some(Currency::Usd)),
            ("-5 ₽", "-5", Some(Currency::Rub)),
            ("$-5", "-5", Some(Currency::Usd)),
            ("12,- €", "12", Some(Currency::Eur)),
        ] {
            assert_eq!(split_price(text), Some((number, currency)), "{text}");
        }
        for text in ["около 5", "5 дней", "12x", "дорого", ""] {
            assert_eq!(split_price(text), None, "{text}");
        }
    }

    #[test]
    fn price_is_split_from_its_pieces() {
        for (text, lot) in [
            ("100 ¥/100 шт.", ("100 ¥", Some("100"))),
            ("￥100／1 000件", ("￥100", Some("1 000"))),
            ("28.9元/件", ("28.9元", None)),
            ("5/pcs", ("5", None)),
            ("12/100", ("12/100", None)),
            ("1/2/2026", ("1/2/2026", None)),
            ("12,50 ¥", ("12,50 ¥", None)),
        ] {
            assert_eq!(split_lot(text), lot, "{text}");
        }
        assert_eq!(split_price("100 ¥/100 шт."), Some(("100", Some(Currency::Cny))));
        assert_eq!(split_price("28.9元/件"), Some(("28.9", Some(Currency::Cny))));
    }

    #[test]
    fn quantity_is_split_from_its_unit() {
        for (text, number) in [
            ("3", "3"),
            ("3 шт.", "3"),
            ("1 000 pcs", "1 000"),
            ("5件", "5"),
            ("2,5", "2,5"),
            ("2套", "2"),
        ] {
            assert_eq!(split_quantity(text), Some(number), "{text}");
        }
        for text in ["много", "3 коробки", "x3", ""] {
            assert_eq!(split_quantity(text), None, "{text}");
        }
    }
}
