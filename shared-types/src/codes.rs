//! The codes on our labels, and what a scanner or a person makes of them.
//!
//! `KS-3NQK8NS`: K, a letter for the kind, the id in base 32 without look-alike letters, and a check digit over all of it.
//! Capital letters, digits and a hyphen: the densest mode of QR and plain Code 128.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Digits without I, L, O, U: none is taken for another.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Longest text of a scanned code, in characters.
pub const SCANNED: usize = 200;
/// The letters of the Russian keyboard by the Latin ones of the same keys, where a scanner types into the wrong layout.
const KEYS: [(&str, &str); 3] = [
    ("ЙЦУКЕНГШЩЗ", "QWERTYUIOP"),
    ("ФЫВАПРОЛД", "ASDFGHJKL"),
    ("ЯЧСМИТЬ", "ZXCVBNM"),
];

/// What a code of ours names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum CodeKind {
    /// A line of an order.
    Item,
    /// An order.
    Order,
    /// A cell of the warehouse.
    Cell,
    /// A shipment.
    Shipment,
}

impl CodeKind {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::Item, Self::Order, Self::Cell, Self::Shipment];

    /// The name in JSON and in addresses.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Item => "item",
            Self::Order => "order",
            Self::Cell => "cell",
            Self::Shipment => "shipment",
        }
    }

    /// The kind of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }

    const fn letter(self) -> char {
        match self {
            Self::Item => 'I',
            Self::Order => 'O',
            Self::Cell => 'C',
            Self::Shipment => 'S',
        }
    }

    /// Its part in the check digit: a misread letter is told too.
    const fn weight(self) -> usize {
        match self {
            Self::Item => 1,
            Self::Order => 2,
            Self::Cell => 3,
            Self::Shipment => 4,
        }
    }
}

/// A code of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code {
    /// What it names.
    pub kind: CodeKind,
    /// The id.
    pub id: i64,
}

/// The Luhn check digit of base 32: every single wrong digit is found, and nearly every swap of neighbours.
fn check_digit(kind: CodeKind, digits: &[usize]) -> usize {
    let all = std::iter::once(kind.weight()).chain(digits.iter().copied());
    let all: Vec<usize> = all.collect();
    let sum: usize = all
        .iter()
        .rev()
        .enumerate()
        .map(|(place, digit)| {
            let part = if place.is_multiple_of(2) { digit * 2 } else { *digit };
            part / 32 + part % 32
        })
        .sum();
    (32 - sum % 32) % 32
}

fn digit(index: usize) -> char {
    DIGITS.get(index).map_or('0', |digit| char::from(*digit))
}

fn value(digit: char) -> Option<usize> {
    let digit = match digit {
        // As people write them down.
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
        let body: String = digits.iter().map(|index| digit(*index)).collect();
        let check = digit(check_digit(self.kind, &digits));
        write!(f, "K{}-{body}{check}", self.kind.letter())
    }
}

/// What was scanned or typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scanned {
    /// A code of ours.
    Ours(Code),
    /// It looks like one of ours, but its check digit is wrong.
    Misread,
    /// Something else: a track, a number, the name of a cell; as it is compared.
    Text(String),
}

/// Text as codes are compared: capital letters, no spaces, nothing that can't be seen.
pub fn tidy(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace() && !c.is_control())
        .map(|c| match c {
            // Chinese keyboards type wide letters.
            '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
            _ => c,
        })
        .flat_map(char::to_uppercase)
        .collect()
}

/// The same keys pressed with the Latin layout on, where a tidy text was typed with the Russian one.
pub fn latin_keys(text: &str) -> Option<String> {
    let key = |c: char| {
        KEYS.iter()
            .find_map(|(russian, latin)| latin.chars().nth(russian.chars().position(|key| key == c)?))
    };
    let is_russian =
        text.chars().any(char::is_alphabetic) && text.chars().filter(|c| c.is_alphabetic()).all(|c| key(c).is_some());
    is_russian.then(|| text.chars().map(|c| key(c).unwrap_or(c)).collect())
}

impl Scanned {
    /// Reads what a scanner sent or a person typed.
    pub fn read(text: &str) -> Self {
        let text = tidy(text);
        let latin = latin_keys(&text);
        let Some((kind, digits)) = shape(&text).or_else(|| shape(latin.as_deref()?)) else {
            return Self::Text(text);
        };
        let Some(values) = digits.chars().map(value).collect::<Option<Vec<usize>>>() else {
            return Self::Misread;
        };
        let Some((check, values)) = values.split_last() else {
            return Self::Misread;
        };
        let id = values.iter().try_fold(0_i64, |id, digit| {
            id.checked_mul(32)?.checked_add(i64::try_from(*digit).ok()?)
        });
        match id {
            Some(id) if check_digit(kind, values) == *check => Self::Ours(Code { kind, id }),
            _ => Self::Misread,
        }
    }
}

/// The kind and the digits of what is shaped like a code of ours.
fn shape(text: &str) -> Option<(CodeKind, &str)> {
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
    fn codes_are_short_and_stay_what_they_are() {
        // Labels are out in the world: these may never change.
        for (code, text) in [
            (code(0, 1), "KI-1X"),
            (code(1, 1024), "KO-100W"),
            (code(2, 31), "KC-ZY"),
            (code(3, 123_456_789), "KS-3NQK8NS"),
        ] {
            assert_eq!(code.to_string(), text);
            assert_eq!(Scanned::read(text), Scanned::Ours(code));
        }
    }

    #[test]
    fn a_code_is_read_from_any_keyboard() {
        let text = code(3, 4711).to_string();
        let russian: String = text
            .chars()
            .map(|c| {
                KEYS.iter()
                    .find_map(|(russian, latin)| russian.chars().nth(latin.chars().position(|key| key == c)?))
                    .unwrap_or(c)
            })
            .collect();
        let wide: String = text
            .chars()
            .map(|c| char::from_u32(u32::from(c) + 0xfee0).unwrap_or(c))
            .collect();
        for typed in [text.to_lowercase(), format!("  {text}\r\n"), russian, wide] {
            assert_eq!(Scanned::read(&typed), Scanned::Ours(code(3, 4711)), "{typed}");
        }
    }

    #[test]
    fn what_is_not_ours_is_left_alone() {
        for (text, read) in [
            ("SF1029384756", "SF1029384756"),
            ("yt 7483 920", "YT7483920"),
            ("KT-123", "KT-123"),
            ("Полка", "ПОЛКА"),
            ("", ""),
        ] {
            assert_eq!(Scanned::read(text), Scanned::Text(read.to_owned()));
        }
        assert_eq!(Scanned::read("KI-"), Scanned::Text("KI-".to_owned()));
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(kind in 0..4_usize, id in 0..i64::MAX) {
            prop_assert_eq!(Scanned::read(&code(kind, id).to_string()), Scanned::Ours(code(kind, id)));
        }

        #[test]
        fn one_wrong_character_is_told(kind in 0..4_usize, id in 0..1_000_000_000_i64, place in 0..12_usize, wrong in 0..32_usize) {
            let text = code(kind, id).to_string();
            let mut chars: Vec<char> = text.chars().collect();
            let place = 3 + place % (chars.len() - 3);
            let wrong = digit(wrong);
            prop_assume!(chars[place] != wrong);
            chars[place] = wrong;
            prop_assert_eq!(Scanned::read(&chars.into_iter().collect::<String>()), Scanned::Misread);
        }

        #[test]
        fn a_wrong_kind_is_told(kind in 0..4_usize, other in 0..4_usize, id in 0..1_000_000_000_i64) {
            prop_assume!(kind != other);
            let text = code(kind, id).to_string();
            let mixed = format!("K{}{}", CodeKind::ALL[other].letter(), &text[2..]);
            prop_assert_eq!(Scanned::read(&mixed), Scanned::Misread);
        }

        #[test]
        fn nothing_that_is_typed_breaks_it(text in ".*") {
            let _ = Scanned::read(&text);
        }
    }
}
