//! Amounts of money in cells as people write them, and the currencies that headers name.

use crate::currency_words;
use shared_types::{
    fields::Rule,
    money::Currency,
    number_text::{self, MarkEvidence, NumberText},
};

/// How the amounts of a column are written.
#[derive(Clone, Copy, Debug, Default)]
pub struct AmountColumn(MarkEvidence);

impl AmountColumn {
    /// Learns it from the amounts with one reading.
    pub fn learn<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        let mut evidence = MarkEvidence::default();
        for text in texts {
            let number = split_amount(text).and_then(|(number, _)| number_text::read(number));
            if let Some(NumberText::Certain(_, found)) = number {
                evidence = evidence.and(found);
            }
        }
        Self(evidence)
    }

    /// Reads an amount as digits with a decimal point, and the currency that its cell names. A number with two readings is read as the
    /// other numbers of the column are.
    pub fn read(self, text: &str) -> Result<(String, Option<Currency>), Rule> {
        let (number, currency) = split_amount(text).ok_or(Rule::NotAnAmount)?;
        let digits = match number_text::read(number).ok_or(Rule::NotAnAmount)? {
            NumberText::Certain(digits, _) => digits,
            NumberText::Ambiguous(number) => {
                let mark = self.0.mark_of(&number);
                number.with(mark.ok_or_else(|| Rule::Ambiguous(number.readings()))?)
            }
        };
        Ok((digits, currency))
    }
}

/// A number with the text before and after it.
#[derive(Debug, PartialEq, Eq)]
pub struct Parts<'a> {
    pub before: &'a str,
    pub number: &'a str,
    pub after: &'a str,
}

/// Splits a text at its first and its last digit. Returns `None` if it has no digit.
pub fn split(text: &str) -> Option<Parts<'_>> {
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

/// Parses the currency of a column of currencies.
pub fn find_currency(text: &str) -> Option<Currency> {
    Currency::from_code(&text.to_uppercase()).or_else(|| currency_words::of_text(text))
}

/// Returns the only currency that headers name: `Цена, ¥`, `Unit price (USD)`, `Цена, бел. руб.`.
pub fn currency_in<'a>(headers: impl IntoIterator<Item = &'a str>) -> Option<Currency> {
    let mut named = headers.into_iter().flat_map(currencies_of_header);
    let first = named.next()?;
    named.all(|other| other == first).then_some(first)
}

fn currencies_of_header(header: &str) -> Vec<Currency> {
    // A single letter may be of `р-р`, a size.
    let names_size = ["р-р", "р/р", "р-ры"]
        .iter()
        .any(|size| header.to_lowercase().contains(size));
    let words: Vec<&str> = currency_words::words(header)
        .filter(|word| !names_size || word.to_lowercase() != "р")
        .collect();
    let mut currencies = Vec::new();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let pair = words.get(at + 1).and_then(|next| currency_words::of_pair(word, next));
        // `Сум.` at the beginning is short for a sum.
        let is_sum = at == 0 && word.to_lowercase() == "сум";
        // `RMB¥` says it twice.
        let letters = word.trim_matches(|sign: char| !sign.is_alphanumeric());
        let single = || currency_words::of_word(word).or_else(|| currency_words::of_word(letters));
        currencies.extend(pair.or_else(|| single().filter(|_| !is_sum)));
        at += 1 + usize::from(pair.is_some());
    }
    currencies
}

/// The number of pieces that a header of prices names, if it is not one: `Цена за 1000 шт`, `Price per dozen`.
pub fn pieces_in(header: &str) -> Option<i64> {
    let words = words_and_numbers(&header.to_lowercase());
    let is_unit = |word: &str| {
        ["шт", "pc", "piece", "ед", "件", "个"]
            .iter()
            .any(|unit| word.starts_with(unit))
    };
    let is_before = |word: &str| matches!(word, "за" | "per" | "for" | "/") || word.ends_with('每');
    let number = |word: &str| match word {
        "десяток" => Some(10),
        "дюжину" | "dozen" => Some(12),
        "сотню" | "сто" => Some(100),
        "тысячу" => Some(1000),
        _ => None,
    };
    let is_pack = |word: &str| ["уп", "пач", "набор", "pack"].iter().any(|pack| word.starts_with(pack));
    let counted = |words: &[String]| is_unit(&words[1]).then(|| words[0].parse().ok()).flatten();
    // `за 1000 шт`, `за десяток`, `за уп. (10 шт)`, `元/10件`.
    let after = |at: usize| {
        let rest = &words[at + 1..];
        let rest = rest.strip_prefix(&rest[..usize::from(rest.first().is_some_and(|word| is_pack(word)))])?;
        number(rest.first()?).or_else(|| counted(rest.get(..2)?))
    };
    let pieces = (0..words.len()).filter(|at| is_before(&words[*at])).find_map(after);
    pieces.filter(|pieces| *pieces > 1)
}

/// Whether a header of prices names a weight or a length: `Цена, ¥/кг`, `Цена за метр`, `元/米`.
pub fn is_per_measure(header: &str) -> bool {
    const MEASURES: [&str; 16] = [
        "кг",
        "килограмм",
        "г",
        "гр",
        "грамм",
        "м",
        "метр",
        "пог",
        "kg",
        "g",
        "m",
        "meter",
        "metre",
        "米",
        "公斤",
        "斤",
    ];
    let words = words_and_numbers(&header.to_lowercase());
    let is_number = |word: &&String| word.bytes().all(|digit| digit.is_ascii_digit());
    let is_before = |word: &str| matches!(word, "за" | "per" | "/") || word.ends_with('每');
    (0..words.len()).filter(|at| is_before(&words[*at])).any(|at| {
        let mut rest = words[at + 1..].iter().skip_while(is_number);
        rest.next().is_some_and(|word| MEASURES.contains(&word.as_str()))
    })
}

/// The words and the numbers of a header, and its slashes: `元/1 000件` has four.
fn words_and_numbers(header: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut last = ' ';
    for sign in header.chars() {
        let is_number = |sign: char| sign.is_ascii_digit();
        match words.last_mut() {
            Some(word) if last.is_alphanumeric() && sign.is_alphanumeric() && is_number(last) == is_number(sign) => {
                word.push(sign);
            }
            _ if sign.is_alphanumeric() || sign == '/' => words.push(sign.to_string()),
            _ => {}
        }
        last = sign;
    }
    // A space separates thousands.
    let is_number = |word: &str| word.bytes().all(|digit| digit.is_ascii_digit());
    words.into_iter().fold(Vec::new(), |mut joined: Vec<String>, word| {
        match joined.last_mut() {
            Some(before) if is_number(before) && is_number(&word) && word.len() == 3 => before.push_str(&word),
            _ => joined.push(word),
        }
        joined
    })
}

/// Splits an amount into its number and the currency written before or after it. Returns `None` if the text is not an amount.
pub fn split_amount(text: &str) -> Option<(&str, Option<Currency>)> {
    let Parts { before, number, after } = split(text)?;
    let after = after.trim_start_matches(['.', ',', '-', ' ']);
    match (before, after) {
        ("", "") => Some((number, None)),
        ("", sign) | (sign, "") => currency_words::of_text(sign).map(|currency| (number, Some(currency))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn currency_is_named_by_a_header() {
        for (header, currency) in [
            ("Цена, ¥", Some(Currency::Cny)),
            ("Цена за шт., руб.", Some(Currency::Rub)),
            ("Unit Price (USD)", Some(Currency::Usd)),
            ("Price, AED", Currency::from_code("AED")),
            ("单价(元)", Some(Currency::Cny)),
            ("单价（美元）", Some(Currency::Usd)),
            ("Цена ¥ / ₽", None),
            ("Price RMB¥", Some(Currency::Cny)),
            ("Цена за р-р", None),
            ("Цена, бел. руб.", Some(Currency::Byn)),
            ("Цена, долл. США", Some(Currency::Usd)),
            ("Цена, сум", Some(Currency::Uzs)),
            ("Сум., руб.", Some(Currency::Rub)),
            ("Рубашка, белая", None),
            ("Цена рубашки", None),
            ("单价(美金)", Some(Currency::Usd)),
            ("Price for all", None),
        ] {
            assert_eq!(currency_in([header]), currency, "{header}");
        }
    }

    #[test]
    fn header_of_prices_names_their_pieces() {
        for (header, pieces) in [
            ("Цена за 1000 шт", Some(1000)),
            ("Цена, $ за 100 шт.", Some(100)),
            ("Price per 50 pcs (USD)", Some(50)),
            ("Цена за уп. (10 шт), ¥", Some(10)),
            ("Цена за десяток", Some(10)),
            ("Price per dozen", Some(12)),
            ("Цена за уп.", None),
            ("Цена за шт", None),
            ("Цена за 1 шт", None),
            ("Цена за 5 дней", None),
            ("Цена за 1 000 шт", Some(1000)),
            ("单价（元/10件）", Some(10)),
            ("每100个价格", Some(100)),
            ("Price USD/100pcs", Some(100)),
            ("Цена ¥/шт от 10 шт", None),
            ("Цена от 10 шт", None),
        ] {
            assert_eq!(pieces_in(header), pieces, "{header}");
        }
    }

    #[test]
    fn price_of_a_measure_is_none_of_a_piece() {
        for header in [
            "Цена, ¥/кг",
            "Цена за метр",
            "Цена за 100 г, ¥",
            "单价(元/米)",
            "Price per kg",
        ] {
            assert!(is_per_measure(header), "{header}");
        }
        for header in [
            "Цена за шт",
            "Цена, ¥/шт",
            "Цена за 10 шт",
            "Цена за модель",
            "Price per meal",
        ] {
            assert!(!is_per_measure(header), "{header}");
        }
    }

    #[test]
    fn currency_stands_before_or_after_an_amount() {
        for (text, currency) in [
            ("1250 KGS", Some(Currency::Kgs)),
            ("12,50 бел. руб.", Some(Currency::Byn)),
            ("99 долл.", Some(Currency::Usd)),
            ("долл. США 99", Some(Currency::Usd)),
            ("99", None),
        ] {
            let amount = AmountColumn::default().read(text);
            assert_eq!(amount.ok().map(|(_, currency)| currency), Some(currency), "{text}");
        }
        assert!(AmountColumn::default().read("99 all").is_err());
    }
}
