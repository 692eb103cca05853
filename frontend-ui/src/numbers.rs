//! Parsing of typed numbers, in the format of the page: `1,500` is 1500 where a comma groups thousands, and 1.5 where it is decimal.
//!
//! A text that does not parse is an error that the form shows. It is never replaced by a default.

use shared_types::number_text::{self, AmbiguousNumber, DecimalMark, NumberText};

/// The kind of number that a field takes, with the unit of its parsed value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberKind {
    /// An amount of money, in hundredths.
    Amount,
    /// An amount of money that may be negative, in hundredths.
    SignedAmount,
    /// A price of pieces, in millionths: shops state prices such as 0.008 yuan.
    Price,
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
            Self::Price | Self::Rate | Self::Percent => 6,
            Self::Whole => 0,
            Self::Kilograms => 3,
            Self::Centimetres => 1,
        }
    }
}

/// Why a text is not a number of the expected kind.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// The text can be read in two ways; holds both.
    Ambiguous([String; 2]),
}

/// The reading of a number with one mark before three digits, in a format with this decimal mark.
///
/// The mark of the format has its meaning there. A point in a format with a decimal comma is usual for kilograms, rates and
/// percentages, which have three decimal places often. For others it may be meant either way.
fn resolve(number: &AmbiguousNumber, kind: NumberKind, format: DecimalMark) -> Result<String, NumberFault> {
    let is_foreign_point = (number.mark, format) == (DecimalMark::Point, DecimalMark::Comma);
    let is_precise = matches!(kind, NumberKind::Rate | NumberKind::Percent | NumberKind::Kilograms);
    match (is_foreign_point, is_precise) {
        (true, false) => Err(NumberFault::Ambiguous(number.readings())),
        (true, true) => Ok(number.with(DecimalMark::Point)),
        (false, _) => Ok(number.with(format)),
    }
}

/// Parses a number into the smallest unit of its kind; `None` if the text is empty. `format` is the decimal mark of the page.
pub fn parse(text: &str, kind: NumberKind, format: DecimalMark) -> Result<Option<i64>, NumberFault> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let digits = match number_text::read(text).ok_or(NumberFault::NotANumber)? {
        NumberText::Certain(digits, _) => digits,
        NumberText::Ambiguous(number) => resolve(&number, kind, format)?,
    };
    let (is_negative, digits) = digits
        .strip_prefix('-')
        .map_or((false, digits.as_str()), |rest| (true, rest));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
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
    use super::{DecimalMark, NumberFault as Fault, NumberKind as Kind};

    /// Parses a number that both formats read in the same way.
    fn parse(text: &str, kind: Kind) -> Result<Option<i64>, Fault> {
        let parsed = super::parse(text, kind, DecimalMark::Comma);
        assert_eq!(super::parse(text, kind, DecimalMark::Point), parsed, "{text}");
        parsed
    }

    #[test]
    fn format_of_the_page_decides() {
        let parse = super::parse;
        let (english, russian) = (DecimalMark::Point, DecimalMark::Comma);
        for (text, kind, in_english, in_russian) in [
            ("1,500", Kind::Amount, Ok(Some(150_000)), Ok(Some(150))),
            ("1,500", Kind::Whole, Ok(Some(1_500)), Err(Fault::NotWhole)),
            ("1,500", Kind::Kilograms, Ok(Some(1_500_000)), Ok(Some(1_500))),
            ("12,165", Kind::Rate, Ok(Some(12_165_000_000)), Ok(Some(12_165_000))),
            ("1,085", Kind::Amount, Ok(Some(108_500)), Err(Fault::TooPrecise(2))),
            ("1.500", Kind::Kilograms, Ok(Some(1_500)), Ok(Some(1_500))),
            ("12.165", Kind::Rate, Ok(Some(12_165_000)), Ok(Some(12_165_000))),
        ] {
            assert_eq!(parse(text, kind, english), in_english, "{text}");
            assert_eq!(parse(text, kind, russian), in_russian, "{text}");
        }
        let readings = Err(Fault::Ambiguous(["1.5".to_owned(), "1500".to_owned()]));
        assert_eq!(parse("1.500", Kind::Price, russian), readings);
        assert_eq!(parse("1.500", Kind::Amount, russian), readings);
        assert_eq!(parse("1.500", Kind::Amount, english), Ok(Some(150)));
    }

    #[test]
    fn numbers_with_two_marks_have_one_reading() {
        for text in ["1,500.00", "1.500,00", "1 500,00", "1'500.00", "1500"] {
            assert_eq!(parse(text, Kind::Amount), Ok(Some(150_000)), "{text}");
        }
        assert_eq!(parse("0,125", Kind::Kilograms), Ok(Some(125)));
        assert_eq!(parse("1,234,567", Kind::Amount), Ok(Some(123_456_700)));
    }

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
        assert_eq!(parse("0,005", Kind::Amount), Err(Fault::TooPrecise(2)));
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
