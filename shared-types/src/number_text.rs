//! Numbers as people write them: the one reader for files, pasted text and forms.
//!
//! A point or a comma may start a fraction or group thousands. Most texts allow one reading only: `12,50`, `1 234,500`,
//! `1.234,50`, `0,125`. A single mark before exactly three digits allows two (`1,500` is 1.5 or 1500). The caller decides by the
//! format of the person or by the other numbers of the column, or asks. Nothing is guessed.

/// The character that separates a whole number from its fraction.
#[apply(response)]
#[derive(Copy)]
#[serde(rename_all = "snake_case")]
pub enum DecimalMark {
    /// `1,234.50`
    Point,
    /// `1.234,50` or `1 234,50`
    Comma,
}

impl DecimalMark {
    const fn character(self) -> char {
        match self {
            Self::Point => '.',
            Self::Comma => ',',
        }
    }

    const fn other(self) -> Self {
        match self {
            Self::Point => Self::Comma,
            Self::Comma => Self::Point,
        }
    }
}

/// A number with one mark before exactly three digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AmbiguousNumber {
    /// The mark that the number contains.
    pub mark: DecimalMark,
    /// The digits before the mark, with a minus sign if there is one.
    whole: String,
    /// The three digits after the mark.
    last: String,
}

impl AmbiguousNumber {
    /// Returns the number as digits with a decimal point, if `mark` is the decimal mark.
    pub fn with(&self, mark: DecimalMark) -> String {
        let Self { whole, last, .. } = self;
        if mark == self.mark {
            format!("{whole}.{last}")
        } else {
            format!("{whole}{last}")
        }
    }

    /// Both readings, without zeros at the end of a fraction: the fraction, and the thousands.
    pub fn readings(&self) -> [String; 2] {
        let fraction = self.with(self.mark);
        let fraction = fraction.trim_end_matches('0').trim_end_matches('.');
        [fraction.to_owned(), self.with(self.mark.other())]
    }
}

/// The number format of a column, as far as its unambiguous numbers show it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MarkEvidence {
    point: bool,
    comma: bool,
    /// Spaces or apostrophes group thousands, so marks don't.
    other_groups: bool,
}

impl MarkEvidence {
    /// The evidence of a number of which the decimal mark is known.
    const fn from_mark(mark: DecimalMark) -> Self {
        Self {
            point: matches!(mark, DecimalMark::Point),
            comma: matches!(mark, DecimalMark::Comma),
            other_groups: false,
        }
    }

    /// Adds the evidence of another number.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            point: self.point || other.point,
            comma: self.comma || other.comma,
            other_groups: self.other_groups || other.other_groups,
        }
    }

    /// The decimal mark of an ambiguous number. `None` if there is no evidence, or if it contradicts itself.
    pub fn mark_of(self, number: &AmbiguousNumber) -> Option<DecimalMark> {
        let groups_by_spaces = self.other_groups.then_some(number.mark);
        let by_fractions = match (self.point, self.comma) {
            (true, true) => return None,
            (true, false) => Some(DecimalMark::Point),
            (false, true) => Some(DecimalMark::Comma),
            (false, false) => None,
        };
        match (groups_by_spaces, by_fractions) {
            (Some(one), Some(other)) => (one == other).then_some(one),
            (one, other) => one.or(other),
        }
    }
}

/// A number as it was typed, which has one reading or two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumberText {
    /// One reading: its digits with a decimal point, and its evidence about the column.
    Certain(String, MarkEvidence),
    /// Two readings.
    Ambiguous(AmbiguousNumber),
}

/// Maps variants of digits, marks, minus signs and group separators to one character each.
fn normalize(typed: char) -> char {
    match typed {
        '０'..='９' => char::from_digit(u32::from(typed) - u32::from('０'), 10).unwrap_or(typed),
        '．' => '.',
        '，' => ',',
        '−' | '－' | '‐' | '‑' | '–' => '-',
        '\'' | '’' | '＇' => ' ',
        typed if typed.is_whitespace() => ' ',
        typed => typed,
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Joins groups of digits. Groups after the first one have exactly three digits, so `12 5` is not 125.
fn join_groups(whole: &str, separator: char) -> Option<String> {
    let mut groups = whole.split(separator);
    let first = groups.next().filter(|first| is_digits(first))?;
    let rest: Vec<&str> = groups.collect();
    let is_grouped = first.len() <= 3 && rest.iter().all(|group| group.len() == 3 && is_digits(group));
    (rest.is_empty() || is_grouped).then(|| format!("{first}{}", rest.concat()))
}

/// Reads a number without a unit. Returns `None` if the text is not a number.
pub fn read(text: &str) -> Option<NumberText> {
    let text: String = text.trim().chars().map(normalize).collect();
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest.trim_start()),
        None => ("", text.as_str()),
    };
    let count = |mark: DecimalMark| digits.matches(mark.character()).count();
    let has_spaces = digits.contains(' ');
    let spaces = MarkEvidence {
        other_groups: has_spaces,
        ..MarkEvidence::default()
    };
    let certain = |number: String, evidence: MarkEvidence| {
        Some(NumberText::Certain(format!("{sign}{number}"), evidence.and(spaces)))
    };
    // The mark that may start a fraction is the last one.
    let last = digits.rfind(['.', ',']);
    let Some((at, mark)) = last.map(|at| {
        (
            at,
            if digits[at..].starts_with('.') {
                DecimalMark::Point
            } else {
                DecimalMark::Comma
            },
        )
    }) else {
        return certain(join_groups(digits, ' ')?, MarkEvidence::default());
    };
    let group = mark.other();
    if count(mark) > 1 {
        // A mark that occurs more than once groups thousands.
        return certain(join_groups(digits, mark.character())?, MarkEvidence::from_mark(group));
    }
    let (whole, fraction) = (&digits[..at], &digits[at + 1..]);
    if !is_digits(fraction) {
        return None;
    }
    if count(group) > 0 {
        let whole = join_groups(whole, group.character())?;
        return certain(format!("{whole}.{fraction}"), MarkEvidence::from_mark(mark));
    }
    let joined = join_groups(whole, ' ')?;
    let may_group = fraction.len() == 3 && !has_spaces && whole.len() <= 3 && !whole.starts_with('0');
    if may_group {
        return Some(NumberText::Ambiguous(AmbiguousNumber {
            mark,
            whole: format!("{sign}{joined}"),
            last: fraction.to_owned(),
        }));
    }
    certain(format!("{joined}.{fraction}"), MarkEvidence::from_mark(mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn certain(text: &str) -> Option<String> {
        match read(text)? {
            NumberText::Certain(number, _) => Some(number),
            NumberText::Ambiguous(_) => None,
        }
    }

    #[test]
    fn most_texts_have_one_reading() {
        for (text, number) in [
            ("12", "12"),
            ("12,50", "12.50"),
            ("12.5", "12.5"),
            ("0,125", "0.125"),
            ("0.008", "0.008"),
            ("1234,500", "1234.500"),
            ("1 234,500", "1234.500"),
            ("1\u{a0}234\u{202f}567,8", "1234567.8"),
            ("1'234.50", "1234.50"),
            ("1,234.50", "1234.50"),
            ("1.234,50", "1234.50"),
            ("1,234.500", "1234.500"),
            ("1,234,567", "1234567"),
            ("1.234.567", "1234567"),
            ("1.234.567,89", "1234567.89"),
            ("１２，５", "12.5"),
            ("−12,5", "-12.5"),
            ("1,0855", "1.0855"),
            ("12 345", "12345"),
        ] {
            assert_eq!(certain(text).as_deref(), Some(number), "{text}");
        }
    }

    #[test]
    fn three_digits_after_one_mark_have_two_readings() {
        for (text, readings) in [
            ("1,500", ["1.5", "1500"]),
            ("1.000", ["1", "1000"]),
            ("-1,085", ["-1.085", "-1085"]),
            ("999,999", ["999.999", "999999"]),
        ] {
            match read(text) {
                Some(NumberText::Ambiguous(number)) => assert_eq!(number.readings(), readings, "{text}"),
                other => panic!("{text}: {other:?}"),
            }
        }
    }

    #[test]
    fn other_texts_are_no_numbers() {
        for text in [
            "",
            " ",
            "12 5",
            "1 2345",
            "1234 567",
            "1  234",
            "12, 5",
            "12 ,5",
            "1 234,5 0",
            "1.2.3",
            "1,2,3",
            "1,234,56",
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
            "1,23.456,7",
            "5-6",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn other_numbers_of_a_column_decide() {
        let mark = |texts: &[&str], ambiguous: &str| {
            let mut evidence = MarkEvidence::default();
            for text in texts {
                if let Some(NumberText::Certain(_, shown)) = read(text) {
                    evidence = evidence.and(shown);
                }
            }
            match read(ambiguous) {
                Some(NumberText::Ambiguous(number)) => evidence.mark_of(&number).map(|mark| number.with(mark)),
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(mark(&["2,5", "12"], "3,125").as_deref(), Some("3.125"));
        assert_eq!(mark(&["12.50"], "1,085").as_deref(), Some("1085"));
        assert_eq!(mark(&["1,234,567"], "3,125").as_deref(), Some("3125"));
        assert_eq!(mark(&["1 234"], "3,125").as_deref(), Some("3.125"));
        assert_eq!(mark(&["12", "7"], "3,125"), None);
        assert_eq!(mark(&["2,5", "12.50"], "3,125"), None);
        assert_eq!(mark(&["1 234", "12.50"], "3,125"), None);
    }
}
