//! Parsing of scanned codes: the characters that scanners add, and the elements of GS1 and ISO 15434 codes.

use super::{Scanned, normalize};

/// Separators of the elements of a GS1 or ISO 15434 code: the control characters EOT, FS, GS, RS and US, and the letters that
/// stand for FNC1 in programs that print codes.
const SEPARATORS: [char; 7] = ['\u{4}', '\u{1c}', '\u{1d}', '\u{1e}', '\u{1f}', '\u{e8}', '\u{f1}'];

/// A part of a code with other signs is looked up as a track from this length and this number of digits on, in bytes.
const MIN_TRACK: (usize, usize) = (10, 6);

/// An element of a GS1 or ISO 15434 code is looked up on its own from this length on, in bytes.
const MIN_ELEMENT_LENGTH: usize = 6;

impl Scanned {
    /// All readings of a text, the likeliest first: the whole text, then its elements if it is a GS1 or ISO 15434 code, then the tracks
    /// inside: JD prints `JDVA…-1-2-` on the first of two places, and carriers print addresses with the track as QR codes.
    pub fn readings(text: &str) -> Vec<Self> {
        let mut readings = vec![Self::parse(text)];
        let is_envelope = normalize(text).starts_with("[)>");
        let elements: Vec<String> = text.split(SEPARATORS).map(normalize).collect();
        let values = elements
            .iter()
            .filter_map(|element| element_value(element, is_envelope));
        // A short element, such as a quantity, must not be taken for the name of a cell.
        let is_specific = |reading: &Self| match reading {
            Self::Text(text) => text.len() >= MIN_ELEMENT_LENGTH,
            Self::LabelCode(_) => true,
            Self::Misread => false,
        };
        let parts = elements.iter().map(String::as_str).chain(values).map(Self::parse);
        let whole = normalize(text);
        let tracks = whole
            .split(|c: char| !c.is_ascii_alphanumeric())
            .filter(|part| is_track(part));
        let parts = parts.filter(is_specific).chain(tracks.map(Self::parse));
        for reading in std::iter::once(Self::parse(&elements.concat())).chain(parts) {
            if !readings.contains(&reading) {
                readings.push(reading);
            }
        }
        readings
    }
}

fn is_track(part: &str) -> bool {
    let (length, digits) = MIN_TRACK;
    part.len() >= length && part.bytes().filter(u8::is_ascii_digit).count() >= digits
}

/// The value of an element without its identifier: the number of a GS1 logistic unit (`00`), or in an ISO 15434 envelope the text
/// after a data identifier, which is up to three digits and a letter.
fn element_value(element: &str, is_envelope: bool) -> Option<&str> {
    if let Some(unit) = element.strip_prefix("00").and_then(logistic_unit) {
        return Some(unit);
    }
    let digits = element.bytes().take_while(u8::is_ascii_digit).count();
    let (identifier, value) = element.split_at_checked(digits + 1)?;
    let is_identifier = digits <= 3 && identifier.ends_with(|c: char| c.is_ascii_uppercase());
    (is_envelope && is_identifier).then_some(value)
}

/// The 18 digits of a logistic unit. The next element follows without a separator, because the length is fixed; then the check digit
/// tells the number from another long one.
fn logistic_unit(rest: &str) -> Option<&str> {
    let (unit, next) = rest.split_at_checked(18)?;
    let digits = unit
        .bytes()
        .map(|byte| byte.is_ascii_digit().then(|| u32::from(byte - b'0')));
    let digits: Vec<u32> = digits.collect::<Option<_>>()?;
    let sum: u32 = digits
        .iter()
        .zip([3, 1].into_iter().cycle())
        .map(|(digit, weight)| digit * weight)
        .sum();
    (next.is_empty() || sum.is_multiple_of(10)).then_some(unit)
}

#[cfg(test)]
mod tests {
    use super::super::without_scanner_marks;
    use super::*;
    use crate::codes::{Code, CodeKind, to_latin_layout};

    const LABEL: Code = Code {
        kind: CodeKind::Item,
        id: 1,
    };

    #[test]
    fn marks_of_scanners_are_removed() {
        for scanned in [
            "\u{1d}SF1029384756\u{4}",
            "]C1SF1029384756",
            "\u{2}]d2SF10\u{1d}29384756\u{1e}\u{3}\r\n",
            "]Q3\u{feff}sf1029384756\u{200b}",
            "ЪС1ЫА1029384756",
        ] {
            let track = Scanned::Text("SF1029384756".to_owned());
            let latin = |reading: &Scanned| match reading {
                Scanned::Text(text) => Scanned::Text(to_latin_layout(text).unwrap_or_else(|| text.clone())),
                other => other.clone(),
            };
            assert_eq!(latin(&Scanned::parse(scanned)), track, "{scanned:?}");
        }
        assert_eq!(Scanned::parse("]Q1KI-1X\u{4}"), Scanned::LabelCode(LABEL));
        assert_eq!(without_scanner_marks(" sf 10\u{1d} "), "sf 10");
        // The brackets of a text that is no identifier stay.
        assert_eq!(without_scanner_marks("]C1"), "]C1");
    }

    #[test]
    fn readings_include_the_elements_of_a_code() {
        let texts = |scanned: &str| {
            let readings = Scanned::readings(scanned).into_iter();
            let text = |reading| match reading {
                Scanned::Text(text) => text,
                other => panic!("{other:?}"),
            };
            readings.map(text).collect::<Vec<_>>()
        };
        assert_eq!(texts("SF1029384756"), ["SF1029384756"]);
        assert_eq!(
            texts("]C100340123450000000017"),
            ["00340123450000000017", "340123450000000017"]
        );
        // The number of pieces follows without a separator; 21 digits whose check digit is wrong are no unit.
        assert_eq!(
            texts("]C1003460000000000000163302001250"),
            ["003460000000000000163302001250", "346000000000000016"]
        );
        assert_eq!(texts("]C100346000000000000017330200").len(), 1);
        assert_eq!(texts("21SERIAL\u{1d}10L7"), ["21SERIAL10L7", "21SERIAL"]);
        assert_eq!(
            texts("21SERIALè10LOT7"),
            ["21SERIALÈ10LOT7", "21SERIAL10LOT7", "21SERIAL", "10LOT7"]
        );
        assert_eq!(
            texts("JDVA01234567890-1-2-"),
            ["JDVA01234567890-1-2-", "JDVA01234567890"]
        );
        let address = texts("https://m.example.cn/trace?mailNo=YT8812345678901&from=label");
        assert_eq!(
            address.last().map(String::as_str),
            Some("YT8812345678901"),
            "{address:?}"
        );
        assert_eq!(address.len(), 2, "{address:?}");
        let envelope = texts("[)>\u{1e}06\u{1d}3SSF1029384756\u{1d}Q4\u{1e}\u{4}");
        assert!(envelope.contains(&"SF1029384756".to_owned()), "{envelope:?}");
        assert!(Scanned::readings("12\u{1d}]Q1KI-1X").contains(&Scanned::LabelCode(LABEL)));
    }
}
