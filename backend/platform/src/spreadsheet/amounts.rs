//! Amounts of money in cells as people write them, and the currencies that headers name.

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

/// Parses a currency symbol, word or code.
fn parse_currency(sign: &str) -> Option<Currency> {
    match sign.to_lowercase().replace('￥', "¥").trim_end_matches('.') {
        "¥" | "cn¥" | "元" | "人民币" | "юань" | "юаня" | "юаней" | "юанях" | "юани" | "yuan" | "rmb" | "cny" => {
            Some(Currency::Cny)
        }
        "₽" | "р" | "卢布" | "руб" | "рубль" | "рубля" | "рублей" | "рублях" | "рубли" | "rub" => {
            Some(Currency::Rub)
        }
        "$" | "us$" | "usd" | "доллар" | "долларах" | "доллары" | "dollar" | "dollars" | "美元" => {
            Some(Currency::Usd)
        }
        "€" | "eur" | "евро" | "欧元" => Some(Currency::Eur),
        "₸" | "kzt" | "тг" | "тенге" => Some(Currency::Kzt),
        "£" | "gbp" => Some(Currency::Gbp),
        "円" | "jp¥" | "jpy" => Some(Currency::Jpy),
        "₩" | "krw" => Some(Currency::Krw),
        _ => None,
    }
}

/// Parses the currency of a column of currencies.
pub fn find_currency(text: &str) -> Option<Currency> {
    Currency::from_code(&text.to_uppercase()).or_else(|| parse_currency(text))
}

/// Returns the only currency that headers name: `Цена, ¥`, `Unit price (USD)`.
pub fn currency_in<'a>(headers: impl IntoIterator<Item = &'a str>) -> Option<Currency> {
    let is_part = |sign: char| sign.is_alphanumeric() || "¥￥$€₽£₩₸".contains(sign);
    let words = headers
        .into_iter()
        .flat_map(|header| header.split(move |sign| !is_part(sign)));
    // A code is written in capital letters. A single letter may be of `р-р`, a size.
    let is_code = |word: &&str| word.len() == 3 && word.bytes().all(|letter| letter.is_ascii_uppercase());
    let currency = |word: &str| {
        let code = Some(word).filter(is_code).and_then(Currency::from_code);
        // `RMB¥` says it twice.
        let letters = word.trim_matches(|sign: char| !sign.is_alphanumeric());
        code.or_else(|| parse_currency(word))
            .or_else(|| parse_currency(letters))
    };
    let mut named = words.filter(|word| *word != "р").filter_map(currency);
    let first = named.next()?;
    named.all(|other| other == first).then_some(first)
}

/// Splits an amount into its number and the currency written before or after it. Returns `None` if the text is not an amount.
pub fn split_amount(text: &str) -> Option<(&str, Option<Currency>)> {
    let Parts { before, number, after } = split(text)?;
    let after = after.trim_start_matches(['.', ',', '-', ' ']);
    match (before, after) {
        ("", "") => Some((number, None)),
        ("", sign) | (sign, "") => parse_currency(sign).map(|currency| (number, Some(currency))),
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
            ("Price for all", None),
        ] {
            assert_eq!(currency_in([header]), currency, "{header}");
        }
    }
}
