//! Values of cells as people write them: prices, quantities and product links.

use platform::spreadsheet::amounts::{Parts, split, split_amount};
use shared_types::money::Currency;

/// The words before a size.
const SIZE_NAMES: [&str; 5] = ["размер", "size", "рост", "尺码", "eu"];

/// Returns the size that a header consists of: `XL`, `42-44`, `Размер 36`, `110 см`.
pub(super) fn parse_size(header: &str) -> Option<&str> {
    let named = SIZE_NAMES.iter().find(|name| header.to_lowercase().starts_with(**name));
    let size = header.get(named.map_or(0, |name| name.len())..)?;
    let size = size.trim_matches([' ', ':', '.', ',', '码']);
    // Cyrillic letters look like these.
    let text = size.to_uppercase().replace('М', "M").replace('Х', "X");
    let text = text.trim_end_matches("CM").trim_end_matches("СM").trim_end();
    let mut parts = text
        .split(['-', '–', '/', '('])
        .map(|part| part.trim_end_matches(')').trim());
    let is_size =
        matches!(text, "ONE SIZE" | "FREE SIZE" | "均") || (parts.clone().count() <= 2 && parts.all(is_one_size));
    is_size.then_some(size)
}

/// Whether a text in capital letters is one size: of letters, or a number from 15 to 200, also with a half.
fn is_one_size(text: &str) -> bool {
    let letters = text.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let times = text.len() - letters.len();
    match letters {
        "S" | "M" | "L" => times == 0,
        "" | ".5" | ",5" => text[..times].parse().is_ok_and(|size: u32| (15..=200).contains(&size)),
        _ => times <= 1 && letters.starts_with('X') && matches!(letters.trim_start_matches('X'), "S" | "L"),
    }
}

/// The units of quantities, in lower case and without a point.
const UNITS: [&str; 34] = [
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
    "条",
    "只",
    "张",
    "块",
    "台",
    "对",
    "瓶",
    "пара",
    "пары",
    "пар",
    "комплект",
    "комплекта",
    "комплектов",
    "компл",
    "набор",
    "набора",
    "наборов",
    "pair",
    "pairs",
    "sets",
    "set",
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
    split_amount(split_lot(text).0)
}

/// Returns the number of a quantity with or without a unit such as `pcs`. `None` if the text is not a quantity.
pub(super) fn split_quantity(text: &str) -> Option<&str> {
    let Parts { before, number, after } = split(text)?;
    (before.is_empty() && (after.is_empty() || is_unit(after))).then_some(number)
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
            ("120 块", "120", Some(Currency::Cny)),
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
    fn size_is_a_header() {
        for (header, size) in [
            ("XXL", "XXL"),
            ("2XL", "2XL"),
            ("М", "М"),
            ("Размер 36", "36"),
            ("36.5", "36.5"),
            ("42-44", "42-44"),
            ("S (42)", "S (42)"),
            ("110 см", "110 см"),
            ("38码", "38"),
        ] {
            assert_eq!(parse_size(header), Some(size), "{header}");
        }
        for header in [
            "",
            "Размер",
            "Size",
            "2026",
            "1",
            "S-M-L",
            "MX",
            "XM",
            "L 5",
            "Май",
            "Sale",
            "42 шт",
        ] {
            assert_eq!(parse_size(header), None, "{header}");
        }
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
            ("5 пар", "5"),
        ] {
            assert_eq!(split_quantity(text), Some(number), "{text}");
        }
        for text in ["много", "3 коробки", "x3", ""] {
            assert_eq!(split_quantity(text), None, "{text}");
        }
    }
}
