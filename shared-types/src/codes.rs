//! Codes on warehouse labels, and parsing of scanned or typed text.
//!
//! A code such as `KS-3NQK8NS` consists of K, a letter for the kind, the id in base 32 without look-alike letters, and
//! a check digit over kind and id. Capital letters, digits and a hyphen can be encoded in the dense modes of QR and
//! Code 128.

mod marks;
mod scanner;

pub use marks::{searched_text, without_scanner_marks};

use marks::without_symbology;
use std::fmt;

/// Base-32 digits without the ambiguous letters I, L, O and U.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Maximum length of a scanned text, in characters.
pub const MAX_SCANNED_LENGTH: usize = 200;
/// Rows of the Russian keyboard layout and the Latin letters on the same keys. A scanner types Cyrillic letters if the
/// computer has the Russian layout.
const KEYBOARD_ROWS: [(&str, &str); 3] = [
    ("ЙЦУКЕНГШЩЗХЪ", "QWERTYUIOP[]"),
    ("ФЫВАПРОЛД", "ASDFGHJKL"),
    ("ЯЧСМИТЬ", "ZXCVBNM"),
];

closed_set! {
    /// The kind of object that a code identifies.
    pub enum CodeKind {
        /// An item of an order.
        Item = "item",
        Order = "order",
        /// A warehouse cell.
        Cell = "cell",
        Shipment = "shipment",
        /// A place (box) of a shipment.
        Place = "place",
    }
}

impl CodeKind {
    const fn letter(self) -> char {
        match self {
            Self::Item => 'I',
            Self::Order => 'O',
            Self::Cell => 'C',
            Self::Shipment => 'S',
            Self::Place => 'P',
        }
    }

    /// Factor of the kind in the check digit, so that a misread kind letter is detected too.
    const fn weight(self) -> usize {
        match self {
            Self::Item => 1,
            Self::Order => 2,
            Self::Cell => 3,
            Self::Shipment => 4,
            Self::Place => 5,
        }
    }
}

/// A code of a warehouse label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code {
    /// The kind of object that the code identifies.
    pub kind: CodeKind,
    /// Id of the object.
    pub id: i64,
}

/// Computes the Luhn mod 32 check digit. It detects every single wrong digit and nearly every swap of adjacent digits.
fn check_digit(kind: CodeKind, digits: &[usize]) -> usize {
    let all = std::iter::once(kind.weight()).chain(digits.iter().copied());
    let all: Vec<usize> = all.collect();
    let sum: usize = all
        .iter()
        .rev()
        .enumerate()
        .map(|(position, digit)| {
            let part = if position.is_multiple_of(2) { digit * 2 } else { *digit };
            part / 32 + part % 32
        })
        .sum();
    (32 - sum % 32) % 32
}

fn digit_char(index: usize) -> char {
    DIGITS.get(index).map_or('0', |digit| char::from(*digit))
}

fn digit_value(digit: char) -> Option<usize> {
    let digit = match digit {
        // Ambiguous letters in handwriting.
        'O' => '0',
        'I' | 'L' => '1',
        other => other,
    };
    DIGITS.iter().position(|known| char::from(*known) == digit)
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.id.max(0).unsigned_abs();
        let mut digits = Vec::new();
        loop {
            digits.push(usize::try_from(rest % 32).unwrap_or(0));
            rest /= 32;
            if rest == 0 {
                break;
            }
        }
        digits.reverse();
        let body: String = digits.iter().map(|index| digit_char(*index)).collect();
        let check = digit_char(check_digit(self.kind, &digits));
        write!(f, "K{}-{body}{check}", self.kind.letter())
    }
}

/// Result of parsing scanned or typed text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scanned {
    /// A valid label code.
    LabelCode(Code),
    /// Shaped like a label code, but with a wrong check digit.
    Misread,
    /// Any other normalized text: a track, an order number, the name of a cell.
    Text(String),
}

/// Normalizes a text for the comparison of codes: upper case, without whitespace and without characters that scanners add.
pub fn normalize(text: &str) -> String {
    without_scanner_marks(text)
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| match c {
            // Chinese input methods produce full-width characters.
            '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
            _ => c,
        })
        .flat_map(char::to_uppercase)
        .collect()
}

/// Converts normalized text typed with the Russian layout to the Latin letters on the same keys. Returns `None` if it
/// has other letters.
pub fn to_latin_layout(text: &str) -> Option<String> {
    let key = |c: char| {
        KEYBOARD_ROWS
            .iter()
            .find_map(|(russian, latin)| latin.chars().nth(russian.chars().position(|key| key == c)?))
    };
    let is_russian =
        text.chars().any(char::is_alphabetic) && text.chars().filter(|c| c.is_alphabetic()).all(|c| key(c).is_some());
    is_russian.then(|| {
        let latin: String = text.chars().map(|c| key(c).unwrap_or(c)).collect();
        without_symbology(&latin).to_owned()
    })
}

impl Scanned {
    /// Parses scanned or typed text.
    pub fn parse(text: &str) -> Self {
        let text = normalize(text);
        let latin = to_latin_layout(&text);
        let Some((kind, digits)) = split_label_code(&text).or_else(|| split_label_code(latin.as_deref()?)) else {
            return Self::Text(text);
        };
        let Some(values) = digits.chars().map(digit_value).collect::<Option<Vec<usize>>>() else {
            return Self::Misread;
        };
        let Some((check, values)) = values.split_last() else {
            return Self::Misread;
        };
        let id = values.iter().try_fold(0_i64, |id, digit| {
            id.checked_mul(32)?.checked_add(i64::try_from(*digit).ok()?)
        });
        match id {
            Some(id) if check_digit(kind, values) == *check => Self::LabelCode(Code { kind, id }),
            _ => Self::Misread,
        }
    }
}

/// Splits text that is shaped like a label code into its kind and its digits, including the check digit.
fn split_label_code(text: &str) -> Option<(CodeKind, &str)> {
    let rest = text.strip_prefix('K')?;
    let letter = rest.chars().next()?;
    let kind = CodeKind::ALL.into_iter().find(|kind| kind.letter() == letter)?;
    let digits = rest.strip_prefix(letter)?.strip_prefix('-')?;
    (2..=14).contains(&digits.len()).then_some((kind, digits))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn code(kind: usize, id: i64) -> Code {
        Code {
            kind: CodeKind::ALL[kind],
            id,
        }
    }

    #[test]
    fn code_format_is_stable() {
        // Printed labels carry these codes, so the format must never change.
        for (code, text) in [
            (code(0, 1), "KI-1X"),
            (code(1, 1024), "KO-100W"),
            (code(2, 31), "KC-ZY"),
            (code(3, 123_456_789), "KS-3NQK8NS"),
            (code(4, 4711), "KP-4K7J"),
        ] {
            assert_eq!(code.to_string(), text);
            assert_eq!(Scanned::parse(text), Scanned::LabelCode(code));
        }
    }

    #[test]
    fn code_is_parsed_from_any_keyboard_layout() {
        let text = code(3, 4711).to_string();
        let russian: String = text
            .chars()
            .map(|c| {
                KEYBOARD_ROWS
                    .iter()
                    .find_map(|(russian, latin)| russian.chars().nth(latin.chars().position(|key| key == c)?))
                    .unwrap_or(c)
            })
            .collect();
        let wide: String = text
            .chars()
            .map(|c| char::from_u32(u32::from(c) + 0xfee0).unwrap_or(c))
            .collect();
        for typed in [text.to_lowercase(), format!("  {text}\r\n"), russian, wide] {
            assert_eq!(Scanned::parse(&typed), Scanned::LabelCode(code(3, 4711)), "{typed}");
        }
    }

    #[test]
    fn other_text_is_normalized_only() {
        for (text, normalized) in [
            ("SF1029384756", "SF1029384756"),
            ("yt 7483 920", "YT7483920"),
            ("KT-123", "KT-123"),
            ("Полка", "ПОЛКА"),
            ("", ""),
        ] {
            assert_eq!(Scanned::parse(text), Scanned::Text(normalized.to_owned()));
        }
        assert_eq!(Scanned::parse("KI-"), Scanned::Text("KI-".to_owned()));
    }

    proptest! {
        #![proptest_config(test_seed::proptest_config(256))]
        #[test]
        fn code_round_trips(kind in 0..5_usize, id in 0..i64::MAX) {
            prop_assert_eq!(Scanned::parse(&code(kind, id).to_string()), Scanned::LabelCode(code(kind, id)));
        }

        #[test]
        fn single_wrong_character_is_detected(
            kind in 0..5_usize,
            id in 0..1_000_000_000_i64,
            position in 0..12_usize,
            wrong in 0..32_usize,
        ) {
            let text = code(kind, id).to_string();
            let mut chars: Vec<char> = text.chars().collect();
            let position = 3 + position % (chars.len() - 3);
            let wrong = digit_char(wrong);
            prop_assume!(chars[position] != wrong);
            chars[position] = wrong;
            prop_assert_eq!(Scanned::parse(&chars.into_iter().collect::<String>()), Scanned::Misread);
        }

        #[test]
        fn wrong_kind_is_detected(kind in 0..5_usize, other in 0..5_usize, id in 0..1_000_000_000_i64) {
            prop_assume!(kind != other);
            let text = code(kind, id).to_string();
            let mixed = format!("K{}{}", CodeKind::ALL[other].letter(), &text[2..]);
            prop_assert_eq!(Scanned::parse(&mixed), Scanned::Misread);
        }

        #[test]
        fn arbitrary_text_does_not_panic(text in "(?s).*") {
            let _ = Scanned::readings(&text);
        }
    }
}
