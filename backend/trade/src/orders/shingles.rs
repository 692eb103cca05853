//! Digit shingles in the search text of orders, for fast search by long numbers
//! ([ADR 0028](../../../../docs/decisions/0028-digits-are-indexed-as-shingles.md)).
//!
//! There are only a thousand trigrams of digits and an order contains dozens, so with a million orders each occurs in
//! thousands, and a search for a track number would have to check all of them. Therefore a word with four or more digits is
//! followed by its digit shingles: every four neighbouring digits as one character. A trigram of shingles, the smallest unit
//! of the indexes, covers six digits.

/// The first of ten thousand private use characters. The characters that encode ids in the index are in other ranges.
const FIRST: u32 = 0x10_0000;
/// Digits per shingle.
const DIGITS: usize = 4;

/// The sequences of four or more digits in a word.
pub(super) fn digit_runs(word: &str) -> impl Iterator<Item = &str> {
    word.split(|letter: char| !letter.is_ascii_digit())
        .filter(|run| run.len() >= DIGITS)
}

/// Encodes a sequence of digits as shingles: one character for every four neighbouring digits.
pub(super) fn shingles(run: &str) -> String {
    let shingle = |digits: &[u8]| {
        let number = digits
            .iter()
            .fold(0, |number, digit| number * 10 + u32::from(digit - b'0'));
        char::from_u32(FIRST + number)
    };
    run.as_bytes().windows(DIGITS).filter_map(shingle).collect()
}

/// The text with the shingles of each word inserted after it.
pub(super) fn with_shingles(text: &str) -> String {
    let mut indexed = String::with_capacity(text.len());
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        for part in std::iter::once(word.to_owned()).chain(digit_runs(word).map(shingles)) {
            if !indexed.is_empty() {
                indexed.push(' ');
            }
            indexed.push_str(&part);
        }
    }
    indexed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_digits_match_at_any_position() {
        let whole = shingles("713048829441");
        assert_eq!(whole.chars().count(), 9);
        assert!(whole.contains(&shingles("488294")));
        assert!(!whole.contains(&shingles("488249")));
    }

    #[test]
    fn shingles_follow_their_words() {
        let expected = [
            "k1-1",
            "yt2026/77001234",
            &shingles("2026"),
            &shingles("77001234"),
            "футболка",
            "713",
        ];
        let text = with_shingles("k1-1 yt2026/77001234 футболка 713");
        assert_eq!(text.split(' ').collect::<Vec<_>>(), expected);
    }

    #[test]
    fn stored_shingles_keep_their_code_points() {
        // Changing the encoding needs a migration that writes the search texts of all orders again.
        assert_eq!(shingles("12345"), "\u{1004d2}\u{100929}");
    }
}
