//! Parsing of typed numbers: with a decimal point or comma, groups of digits separated by spaces, and full-width digits.
//!
//! A text that does not parse is an error that the form shows. It is never replaced by a default.

/// The kind of number that a field takes, with the unit of its parsed value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberKind {
    /// An amount of money, in hundredths.
    Amount,
    /// An amount of money that may be negative, in hundredths.
    SignedAmount,
    /// An exchange rate, in millionths.
    Rate,
    /// A percentage, in millionths of a per cent.
    Percent,
    /// A whole number.
    Whole,
    /// Kilograms, in grams.
    Kilograms,
    /// Centimetres, in millimetres.
    Centimetres,
}

impl NumberKind {
    /// Returns the number of digits allowed after the decimal point.
    pub const fn decimals(self) -> usize {
        match self {
            Self::Amount | Self::SignedAmount => 2,
            Self::Rate | Self::Percent => 6,
            Self::Whole => 0,
            Self::Kilograms => 3,
            Self::Centimetres => 1,
        }
    }
}

/// Why a text is not a number of the expected kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberFault {
    /// The text is empty, but a number is required.
    Required,
    /// The text is not a decimal number.
    NotANumber,
    /// A fraction where a whole number is expected.
    NotWhole,
    /// More digits after the decimal point than allowed; holds the limit.
    TooPrecise(usize),
    /// Below zero.
    Negative,
    /// Larger than the maximum of `i64`.
    TooLarge,
}

/// Maps variants of digits, separators, minus signs and spaces to their ASCII character.
fn normalize(typed: char) -> char {
    match typed {
        '０'..='９' => char::from_digit(u32::from(typed) - u32::from('０'), 10).unwrap_or(typed),
        '．' => '.',
        '，' => ',',
        '−' | '－' | '‐' => '-',
        typed if typed.is_whitespace() => ' ',
        typed => typed,
    }
}

/// Removes the spaces between groups of digits. Groups have exactly three digits, so `12 5` is rejected, not read as 125.
fn without_group_spaces(whole: &str) -> Option<String> {
    let mut groups = whole.split(' ');
    let first = groups.next().unwrap_or_default();
    let rest: Vec<&str> = groups.collect();
    let is_grouped = rest.is_empty() || ((1..=3).contains(&first.len()) && rest.iter().all(|group| group.len() == 3));
    (is_grouped && !first.is_empty()).then(|| format!("{first}{}", rest.concat()))
}

/// Parses a number into the smallest unit of its kind; `None` if the text is empty.
pub fn parse(text: &str, kind: NumberKind) -> Result<Option<i64>, NumberFault> {
    let text: String = text.trim().chars().map(normalize).collect();
    if text.is_empty() {
        return Ok(None);
    }
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest.trim_start()),
        None => (false, text.as_str()),
    };
    let (whole, fraction) = match digits.split_once(['.', ',']) {
        Some((_, "")) => return Err(NumberFault::NotANumber),
        Some(parts) => parts,
        None => (digits, ""),
    };
    let whole = without_group_spaces(whole).ok_or(NumberFault::NotANumber)?;
    if !whole.bytes().chain(fraction.bytes()).all(|byte| byte.is_ascii_digit()) {
        return Err(NumberFault::NotANumber);
    }
    let (fraction, places) = (fraction.trim_end_matches('0'), kind.decimals());
    if fraction.len() > places {
        return Err(if places == 0 {
            NumberFault::NotWhole
        } else {
            NumberFault::TooPrecise(places)
        });
    }
    let value: i64 = format!("{whole}{fraction:0<places$}")
        .parse()
        .map_err(|_| NumberFault::TooLarge)?;
    match (is_negative && value != 0, kind) {
        (false, _) => Ok(Some(value)),
        (true, NumberKind::SignedAmount) => Ok(Some(-value)),
        (true, _) => Err(NumberFault::Negative),
    }
}

#[cfg(test)]
mod tests {
    use super::{NumberFault as Fault, NumberKind as Kind, parse};

    #[test]
    fn decimal_point_and_comma_are_accepted() {
        for text in [
            "12.5",
            "12,5",
            " 12,50 ",
            "12.500000",
            "１２．５",
            "１２，５",
            "\u{a0}12,5\u{a0}",
        ] {
            assert_eq!(parse(text, Kind::Rate), Ok(Some(12_500_000)), "{text}");
        }
        assert_eq!(parse("0,000001", Kind::Rate), Ok(Some(1)));
        assert_eq!(parse("4,2", Kind::Kilograms), Ok(Some(4_200)));
        assert_eq!(parse("5.5", Kind::Percent), Ok(Some(5_500_000)));
    }

    #[test]
    fn spaces_may_group_thousands() {
        for space in [" ", "\u{a0}", "\u{202f}", "\u{2009}", "\u{2007}", "\u{3000}"] {
            let text = format!("1{space}234{space}567,89");
            assert_eq!(parse(&text, Kind::Amount), Ok(Some(123_456_789)), "{text:?}");
        }
        assert_eq!(parse("12 345", Kind::Whole), Ok(Some(12_345)));
        for text in ["12 5", "1 2345", "1234 567", "1  234", "12, 5", "12 ,5", "1 234,5 0"] {
            assert_eq!(parse(text, Kind::Amount), Err(Fault::NotANumber), "{text}");
        }
    }

    #[test]
    fn invalid_numbers_are_rejected() {
        for text in [
            "12,5руб",
            "12.5 ₽",
            "abc",
            "1,234.56",
            "1.2.3",
            ".",
            ",5",
            "5,",
            "1e3",
            "+5",
            "--5",
            "-",
            "0x10",
            "½",
            "NaN",
        ] {
            assert_eq!(parse(text, Kind::Rate), Err(Fault::NotANumber), "{text}");
        }
        assert_eq!(parse("1,005", Kind::Amount), Err(Fault::TooPrecise(2)));
        assert_eq!(parse("1.2345", Kind::Kilograms), Err(Fault::TooPrecise(3)));
        assert_eq!(parse("2,5", Kind::Whole), Err(Fault::NotWhole));
        assert_eq!(parse("2,0", Kind::Whole), Ok(Some(2)));
        assert_eq!(parse("99999999999999999999", Kind::Amount), Err(Fault::TooLarge));
    }

    #[test]
    fn only_signed_amounts_may_be_negative() {
        for text in ["-5", "−5", "- 5", "－５"] {
            assert_eq!(parse(text, Kind::SignedAmount), Ok(Some(-500)), "{text}");
            assert_eq!(parse(text, Kind::Amount), Err(Fault::Negative), "{text}");
        }
        assert_eq!(parse("-0", Kind::Amount), Ok(Some(0)));
    }

    #[test]
    fn empty_text_is_none() {
        for text in ["", "  ", "\u{a0}"] {
            assert_eq!(parse(text, Kind::Amount), Ok(None), "{text:?}");
        }
        assert_eq!(parse("0", Kind::Amount), Ok(Some(0)));
    }
}
