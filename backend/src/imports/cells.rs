//! What people write in cells: amounts, pieces, addresses.

use shared_types::money::Currency;

/// Full-width digits and signs as the plain ones; no spaces of any kind.
fn plain(text: &str) -> String {
    let narrow = |sign: char| match sign {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(sign) - 0xfee0).unwrap_or(sign),
        '￥' => '¥',
        other => other,
    };
    text.chars()
        .filter(|sign| !sign.is_whitespace() && !matches!(sign, '\'' | '’'))
        .map(narrow)
        .collect()
}

/// The currency of a sign or a word beside an amount.
pub(super) fn currency_of(sign: &str) -> Option<Currency> {
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

/// The decimal text of an amount as people write it, and the currency they wrote beside it.
pub(super) fn price(text: &str) -> (String, Option<Currency>) {
    let text = plain(text);
    let is_amount = |sign: char| sign.is_ascii_digit() || matches!(sign, '.' | ',' | '-');
    let start = text
        .find(|sign: char| sign.is_ascii_digit() || sign == '-')
        .unwrap_or(0);
    let (before, rest) = text.split_at(start);
    let (amount, after) = rest.split_at(rest.find(|sign| !is_amount(sign)).unwrap_or(rest.len()));
    let beside = if before.is_empty() { after } else { before };
    let currency = currency_of(beside);
    let clutter = !before.is_empty() && !after.is_empty() || !beside.is_empty() && currency.is_none();
    if clutter {
        return (text, None);
    }
    (decimal(amount.trim_end_matches(['.', ','])), currency)
}

/// One decimal point and no other marks: the last of two kinds is the point; a lone comma before three digits parts thousands.
fn decimal(amount: &str) -> String {
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

/// Pieces: a whole number, with or without the word for pieces; one where nothing is said.
pub(super) fn quantity(text: &str) -> Option<i64> {
    let text = plain(text).to_lowercase();
    if text.is_empty() {
        return Some(1);
    }
    let bare = ["штук", "шт.", "шт", "pieces", "pcs", "件", "个", "双", "套"]
        .iter()
        .find_map(|word| text.strip_suffix(word))
        .unwrap_or(&text);
    bare.parse().ok()
}

/// The marketplace of a product's page.
pub(super) fn marketplace(url: &str) -> Option<&'static str> {
    let host = url.split("://").nth(1)?.split(['/', '?', '#']).next()?.to_lowercase();
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
    fn prices_are_read_as_people_write_them() {
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
            assert_eq!(price(text), (amount.to_owned(), currency), "{text}");
        }
        for text in ["около 5", "5-6 дней", "12x"] {
            assert_eq!(price(text).1, None, "{text}");
        }
    }
}
