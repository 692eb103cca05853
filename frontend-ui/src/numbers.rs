//! Numbers as people type them: a decimal point or comma, groups of digits with spaces, the digits of a Chinese keyboard.
//!
//! What does not parse is a fault that the form shows; it is never replaced by a default.

/// What a field holds, and the unit that it is read in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberKind {
    /// An amount of money, in hundredths.
    Amount,
    /// An amount of money that may be negative, in hundredths.
    SignedAmount,
    /// An exchange rate, in millionths.
    Rate,
    /// A share of a hundred, in millionths of a per cent.
    Percent,
    /// A whole number.
    Whole,
    /// Kilograms, in grams.
    Kilograms,
}

impl NumberKind {
    /// Digits after the decimal point.
    pub const fn places(self) -> usize {
        match self {
            Self::Amount | Self::SignedAmount => 2,
            Self::Rate | Self::Percent => 6,
            Self::Whole => 0,
            Self::Kilograms => 3,
        }
    }
}

/// Why a text is not the number that the field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberFault {
    /// Nothing was typed where a number is required.
    Required,
    /// Not a decimal number.
    NotANumber,
    /// A fraction where a whole number is expected.
    NotWhole,
    /// More digits after the decimal point than the field keeps.
    TooPrecise(usize),
    /// Below zero.
    Negative,
    /// Beyond what the field keeps.
    TooLarge,
}

/// The character that a person means: keyboards and copied texts have several for each.
fn plain(typed: char) -> char {
    match typed {
        '０'..='９' => char::from_digit(u32::from(typed) - u32::from('０'), 10).unwrap_or(typed),
        '．' => '.',
        '，' => ',',
        '−' | '－' | '‐' => '-',
        typed if typed.is_whitespace() => ' ',
        typed => typed,
    }
}

/// The digits without the spaces between their groups; a group is of three digits, so that `12 5` is no 125.
fn ungrouped(whole: &str) -> Option<String> {
    let mut groups = whole.split(' ');
    let first = groups.next().unwrap_or_default();
    let rest: Vec<&str> = groups.collect();
    let is_grouped = rest.is_empty() || ((1..=3).contains(&first.len()) && rest.iter().all(|group| group.len() == 3));
    (is_grouped && !first.is_empty()).then(|| format!("{first}{}", rest.concat()))
}

/// Reads a number in the smallest unit of its kind; nothing where nothing was typed.
pub fn read(text: &str, kind: NumberKind) -> Result<Option<i64>, NumberFault> {
    let text: String = text.trim().chars().map(plain).collect();
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
    let whole = ungrouped(whole).ok_or(NumberFault::NotANumber)?;
    if !whole.bytes().chain(fraction.bytes()).all(|byte| byte.is_ascii_digit()) {
        return Err(NumberFault::NotANumber);
    }
    let (fraction, places) = (fraction.trim_end_matches('0'), kind.places());
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
    use super::{NumberFault as Fault, NumberKind as Kind, read};

    #[test]
    fn point_and_comma_are_one() {
        for text in [
            "12.5",
            "12,5",
            " 12,50 ",
            "12.500000",
            "１２．５",
            "１２，５",
            "\u{a0}12,5\u{a0}",
        ] {
            assert_eq!(read(text, Kind::Rate), Ok(Some(12_500_000)), "{text}");
        }
        assert_eq!(read("0,000001", Kind::Rate), Ok(Some(1)));
        assert_eq!(read("4,2", Kind::Kilograms), Ok(Some(4_200)));
        assert_eq!(read("5.5", Kind::Percent), Ok(Some(5_500_000)));
    }

    #[test]
    fn spaces_group_thousands() {
        for space in [" ", "\u{a0}", "\u{202f}", "\u{2009}", "\u{2007}", "\u{3000}"] {
            let text = format!("1{space}234{space}567,89");
            assert_eq!(read(&text, Kind::Amount), Ok(Some(123_456_789)), "{text:?}");
        }
        assert_eq!(read("12 345", Kind::Whole), Ok(Some(12_345)));
        for text in ["12 5", "1 2345", "1234 567", "1  234", "12, 5", "12 ,5", "1 234,5 0"] {
            assert_eq!(read(text, Kind::Amount), Err(Fault::NotANumber), "{text}");
        }
    }

    #[test]
    fn what_is_no_number_is_a_fault() {
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
            assert_eq!(read(text, Kind::Rate), Err(Fault::NotANumber), "{text}");
        }
        assert_eq!(read("1,005", Kind::Amount), Err(Fault::TooPrecise(2)));
        assert_eq!(read("1.2345", Kind::Kilograms), Err(Fault::TooPrecise(3)));
        assert_eq!(read("2,5", Kind::Whole), Err(Fault::NotWhole));
        assert_eq!(read("2,0", Kind::Whole), Ok(Some(2)));
        assert_eq!(read("99999999999999999999", Kind::Amount), Err(Fault::TooLarge));
    }

    #[test]
    fn only_a_signed_amount_is_below_zero() {
        for text in ["-5", "−5", "- 5", "－５"] {
            assert_eq!(read(text, Kind::SignedAmount), Ok(Some(-500)), "{text}");
            assert_eq!(read(text, Kind::Amount), Err(Fault::Negative), "{text}");
        }
        assert_eq!(read("-0", Kind::Amount), Ok(Some(0)));
    }

    #[test]
    fn nothing_stays_nothing() {
        for text in ["", "  ", "\u{a0}"] {
            assert_eq!(read(text, Kind::Amount), Ok(None), "{text:?}");
        }
        assert_eq!(read("0", Kind::Amount), Ok(Some(0)));
    }
}
