//! Parsers of cell values as people write them: prices, quantities and product links.

use shared_types::{money::Currency, web_address};

/// Replaces full-width characters with ASCII ones and removes white space and apostrophes.
fn normalize(text: &str) -> String {
    let to_ascii = |character: char| match character {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(character) - 0xfee0).unwrap_or(character),
        '￥' => '¥',
        other => other,
    };
    text.chars()
        .filter(|character| !character.is_whitespace() && !matches!(character, '\'' | '’'))
        .map(to_ascii)
        .collect()
}

/// Parses a currency symbol, word or code.
pub(super) fn parse_currency(sign: &str) -> Option<Currency> {
    match sign.to_lowercase().trim_end_matches('.') {
        "¥" | "元" | "人民币" | "юань" | "юаней" | "rmb" | "cny" => Some(Currency::Cny),
        "₽" | "р" | "руб" | "рублей" | "rub" => Some(Currency::Rub),
        "$" | "usd" => Some(Currency::Usd),
        "€" | "eur" => Some(Currency::Eur),
        "₸" | "kzt" | "тг" => Some(Currency::Kzt),
        "£" | "gbp" => Some(Currency::Gbp),
        _ => None,
    }
}

/// Returns the normalized decimal text of a price and the currency written before or after the amount.
///
/// Text that is not a price is returned as it is, and fails in the validation of the item.
pub(super) fn parse_price(text: &str) -> (String, Option<Currency>) {
    let text = normalize(text);
    let is_amount = |sign: char| sign.is_ascii_digit() || matches!(sign, '.' | ',' | '-');
    let start = text
        .find(|sign: char| sign.is_ascii_digit() || sign == '-')
        .unwrap_or(0);
    let (before, rest) = text.split_at(start);
    let (amount, after) = rest.split_at(rest.find(|sign| !is_amount(sign)).unwrap_or(rest.len()));
    let currency_text = if before.is_empty() { after } else { before };
    let currency = parse_currency(currency_text);
    let is_not_a_price = !before.is_empty() && !after.is_empty() || !currency_text.is_empty() && currency.is_none();
    if is_not_a_price {
        return (text, None);
    }
    (normalize_separators(amount.trim_end_matches(['.', ','])), currency)
}

/// Normalizes the separators of an amount to at most one decimal point. If there are both commas and points, the last
/// separator is the decimal point. A single comma before three digits separates thousands.
fn normalize_separators(amount: &str) -> String {
    let (commas, points) = (amount.matches(',').count(), amount.matches('.').count());
    let last = amount.rfind([',', '.']);
    let point = match (commas, points) {
        (0, 1) => last,
        (1, 0) => last.filter(|at| amount.len() - at != 4),
        (0, _) | (_, 0) => None,
        _ => last,
    };
    amount
        .char_indices()
        .filter_map(|(at, sign)| match sign {
            ',' | '.' if Some(at) == point => Some('.'),
            ',' | '.' => None,
            other => Some(other),
        })
        .collect()
}

/// Parses a quantity: a whole number with or without a unit such as `pcs`. An empty cell means 1.
pub(super) fn parse_quantity(text: &str) -> Option<i64> {
    let text = normalize(text).to_lowercase();
    if text.is_empty() {
        return Some(1);
    }
    let digits = ["штук", "шт.", "шт", "pieces", "pcs", "件", "个", "双", "套"]
        .iter()
        .find_map(|word| text.strip_suffix(word))
        .unwrap_or(&text);
    digits.parse().ok()
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
    fn price_accepts_common_formats() {
        for (text, amount, currency) in [
            ("12,50 ¥", "12.50", Some(Currency::Cny)),
            ("￥12.5", "12.5", Some(Currency::Cny)),
            ("1 234,50", "1234.50", None),
            ("1\u{a0}234,50 руб.", "1234.50", Some(Currency::Rub)),
            ("１２．５", "12.5", None),
            ("1,234.50", "1234.50", None),
            ("1.234,50", "1234.50", None),
            ("1,234", "1234", None),
            ("28.9元", "28.9", Some(Currency::Cny)),
            ("$5", "5", Some(Currency::Usd)),
        ] {
            assert_eq!(parse_price(text), (amount.to_owned(), currency), "{text}");
        }
        for text in ["около 5", "5-6 дней", "12x"] {
            assert_eq!(parse_price(text).1, None, "{text}");
        }
    }
}
