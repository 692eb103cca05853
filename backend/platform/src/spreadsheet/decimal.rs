//! The number of a cell as decimal digits, so that nothing is rounded twice.

use std::fmt;

/// The digits that spreadsheet programs keep.
const KEPT_DIGITS: usize = 15;
/// The longest number that is written digit by digit. Larger ones have no meaning in a sheet of goods.
const MAX_DIGITS: usize = 40;

/// A number of a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Decimal {
    negative: bool,
    /// Without zeros at the start, except a single one.
    whole: String,
    /// Without zeros at the end.
    fraction: String,
}

impl Decimal {
    /// Parses the text of a number in a file. A whole number keeps all its digits; a fraction is rounded to the 15 digits that
    /// programs show, so that 0.1 + 0.2 is 0.3.
    pub(super) fn parse(raw: &str) -> Option<Self> {
        let raw = raw.trim();
        let is_whole = raw.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit());
        if is_whole && raw.len() <= MAX_DIGITS {
            return Self::from_plain(raw);
        }
        let value = raw.parse::<f64>().ok().filter(|value| value.abs() < 1e30)?;
        Self::from_plain(&rounded_text(value))
    }

    fn from_plain(text: &str) -> Option<Self> {
        let digits = text.trim_start_matches('-');
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let is_number = !whole.is_empty() && whole.bytes().chain(fraction.bytes()).all(|byte| byte.is_ascii_digit());
        is_number.then(|| Self::new(text.starts_with('-'), whole, fraction))
    }

    fn new(negative: bool, whole: &str, fraction: &str) -> Self {
        let whole = whole.trim_start_matches('0');
        Self {
            negative,
            whole: if whole.is_empty() { "0" } else { whole }.to_owned(),
            fraction: fraction.trim_end_matches('0').to_owned(),
        }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.whole == "0" && self.fraction.is_empty()
    }

    pub(super) fn is_negative(&self) -> bool {
        self.negative && !self.is_zero()
    }

    /// Whether the program that wrote the number is likely to have lost its last digits: spreadsheets keep 15 digits and write zeros
    /// for the others, and programs that calculate in floating point write the shortest number that they can't tell from it.
    pub(super) fn has_lost_digits(&self, raw: &str) -> bool {
        if self.whole.len() <= KEPT_DIGITS {
            return false;
        }
        let has_exponent = raw.contains(['e', 'E']);
        let is_rounded = self.whole.trim_end_matches('0').len() <= KEPT_DIGITS;
        // Whole numbers up to 2^53, which has 16 digits, are exact in floating point.
        let exact = self.whole.parse::<u64>().is_ok_and(|number| number <= 1 << 53);
        let is_shortest = !exact
            && self
                .whole
                .parse::<f64>()
                .is_ok_and(|value| value.to_string() == self.whole);
        has_exponent || is_rounded || is_shortest
    }

    /// The number divided by a thousand.
    pub(super) fn thousandth(&self) -> Self {
        let whole = format!("{:0>4}", self.whole);
        let (whole, moved) = whole.split_at(whole.len() - 3);
        Self::new(self.negative, whole, &format!("{moved}{}", self.fraction))
    }

    /// Multiplies by a power of ten.
    pub(super) fn shifted(&self, places: usize) -> Self {
        let fraction = format!("{:0<places$}", self.fraction);
        let (moved, rest) = fraction.split_at(places);
        Self::new(self.negative, &format!("{}{moved}", self.whole), rest)
    }

    /// The digits without a sign, rounded half up to at most `most` decimal places. At least `least` are written.
    pub(super) fn rounded(&self, most: usize, least: usize) -> String {
        let (kept, dropped) = self.fraction.split_at(self.fraction.len().min(most));
        let mut digits: Vec<u8> = format!("0{}{kept}", self.whole).into_bytes();
        if dropped.starts_with(['5', '6', '7', '8', '9']) {
            for digit in digits.iter_mut().rev() {
                if *digit == b'9' {
                    *digit = b'0';
                } else {
                    *digit += 1;
                    break;
                }
            }
        }
        let text = String::from_utf8(digits).unwrap_or_default();
        let (whole, fraction) = text.split_at(text.len() - kept.len());
        let rounded = Self::new(false, whole, fraction);
        if rounded.fraction.is_empty() && least == 0 {
            return rounded.whole;
        }
        format!("{}.{:0<least$}", rounded.whole, rounded.fraction)
    }

    /// The number without its sign as a fraction whose denominator has at most `digits` digits: `2 1/4`.
    #[expect(clippy::float_arithmetic, reason = "the best of a thousand fractions, and no money")]
    pub(super) fn to_fraction(&self, digits: usize) -> String {
        let part: f64 = format!("0.{}", self.fraction).parse().unwrap_or_default();
        let largest = 10_u32.pow(u32::try_from(digits.clamp(1, 3)).unwrap_or(1)) - 1;
        let mut best = (f64::INFINITY, 0.0, 1);
        for denominator in 1..=largest {
            let numerator = (part * f64::from(denominator)).round();
            let error = (part - numerator / f64::from(denominator)).abs();
            if error + 1e-12 < best.0 {
                best = (error, numerator, denominator);
            }
        }
        let (_, numerator, denominator) = best;
        match (numerator > 0.0, self.whole.as_str()) {
            (false, whole) => whole.to_owned(),
            (true, "0") => format!("{numerator}/{denominator}"),
            (true, whole) => format!("{whole} {numerator}/{denominator}"),
        }
    }
}

/// Writes a number with the digits that spreadsheet programs keep, without an exponent.
pub(super) fn rounded_text(value: f64) -> String {
    format!("{value:.14e}").parse::<f64>().unwrap_or(value).to_string()
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_negative() { "-" } else { "" };
        let point = if self.fraction.is_empty() { "" } else { "." };
        write!(f, "{sign}{}{point}{}", self.whole, self.fraction)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(raw: &str) -> Decimal {
        Decimal::parse(raw).expect("a number")
    }

    #[test]
    fn numbers_keep_their_digits() {
        for (raw, text) in [
            ("0.30000000000000004", "0.3"),
            ("12.50", "12.5"),
            ("-0", "0"),
            ("1234567890123456789", "1234567890123456789"),
            ("1.5E3", "1500"),
            ("1E-3", "0.001"),
            ("610000000001", "610000000001"),
        ] {
            assert_eq!(decimal(raw).to_string(), text, "{raw}");
        }
        assert_eq!(Decimal::parse("x"), None);
        assert_eq!(Decimal::parse("1e300"), None);
    }

    #[test]
    fn thousandth_keeps_all_digits() {
        for (raw, text) in [
            ("46115", "46.115"),
            ("5", "0.005"),
            ("-1000", "-1"),
            ("0", "0"),
            ("12.5", "0.0125"),
        ] {
            assert_eq!(decimal(raw).thousandth().to_string(), text, "{raw}");
        }
    }

    #[test]
    fn lost_digits_are_noticed() {
        // As openpyxl, xlsxwriter, exceljs and Excel write numbers that had other digits.
        for raw in [
            "1.234567890123457e+18",
            "1.234567890123457E+18",
            "1234567890123456800",
            "1234567890123450",
        ] {
            assert!(decimal(raw).has_lost_digits(raw), "{raw}");
        }
        for raw in [
            "123456789012345",
            "1234567890123456",
            "1234567890123456789",
            "9007199254740991",
            "12.5",
        ] {
            assert!(!decimal(raw).has_lost_digits(raw), "{raw}");
        }
    }

    #[test]
    fn digits_are_rounded_half_up() {
        for (raw, most, least, text) in [
            ("1.005", 2, 2, "1.01"),
            ("9.995", 2, 2, "10.00"),
            ("0.4", 0, 0, "0"),
            ("12.5", 2, 0, "12.5"),
            ("12", 3, 2, "12.00"),
        ] {
            assert_eq!(decimal(raw).rounded(most, least), text, "{raw}");
        }
        assert_eq!(decimal("0.5").shifted(2).to_string(), "50");
        assert_eq!(decimal("0.125").shifted(2).to_string(), "12.5");
        assert_eq!(decimal("2.25").to_fraction(1), "2 1/4");
        assert_eq!(decimal("0.333333").to_fraction(2), "1/3");
    }
}
