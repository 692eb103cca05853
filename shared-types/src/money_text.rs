//! Amounts as people read them, in the language of the reader. Pages and messages write them in the same way.

use crate::{money::Money, translation::Language};

impl Money {
    /// Formats the amount with its currency sign: `1 234,50 ¥` in Russian, `¥1,234.50` in other languages.
    ///
    /// Digits are grouped as text, without floating-point numbers.
    pub fn in_language(self, language: Language) -> String {
        let amount = self.amount();
        let (sign, digits) = amount
            .strip_prefix('-')
            .map_or(("", amount.as_str()), |digits| ("−", digits));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let is_russian = language == Language::Ru;
        let mut grouped = group_digits(whole, language);
        if !fraction.is_empty() {
            grouped.push(if is_russian { ',' } else { '.' });
            grouped.push_str(fraction);
        }
        let currency = self.currency.sign();
        if is_russian {
            format!("{sign}{grouped}\u{a0}{currency}")
        } else if currency == self.currency.code() {
            // A code is a word, not a sign.
            format!("{sign}{currency}\u{a0}{grouped}")
        } else {
            format!("{sign}{currency}{grouped}")
        }
    }
}

/// Separates groups of three digits: `200 000` in Russian, `200,000` in other languages.
pub fn group_digits(whole: &str, language: Language) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::Currency;

    #[test]
    fn amounts_are_grouped_by_thousands() {
        let amount = Money::new(123_456_750, Currency::Cny);
        assert_eq!(amount.in_language(Language::Ru), "1\u{a0}234\u{a0}567,50\u{a0}¥");
        assert_eq!(amount.in_language(Language::En), "¥1,234,567.50");
        assert_eq!(Money::new(-5, Currency::Rub).in_language(Language::Ru), "−0,05\u{a0}₽");
        assert_eq!(Money::new(100, Currency::Jpy).in_language(Language::Zh), "¥100");
    }
}
