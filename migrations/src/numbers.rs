//! Digit shingles as migrations 0029 and 0065 write them. Frozen with these migrations: searches and new orders use
//! `trade::orders::shingles`, and a change of the encoding there needs a migration of its own.

/// The first of ten thousand private use characters. The characters that encode ids in the index are in other ranges.
const FIRST: u32 = 0x10_0000;
/// Digits per shingle.
const DIGITS: usize = 4;

/// Returns the sequences of four or more digits in a word.
fn runs(word: &str) -> impl Iterator<Item = &str> {
    word.split(|letter: char| !letter.is_ascii_digit())
        .filter(|run| run.len() >= DIGITS)
}

/// Encodes a sequence of digits as shingles: one character for every four neighbouring digits.
fn spelled(run: &str) -> String {
    let shingle = |digits: &[u8]| {
        let number = digits
            .iter()
            .fold(0, |number, digit| number * 10 + u32::from(digit - b'0'));
        char::from_u32(FIRST + number)
    };
    run.as_bytes().windows(DIGITS).filter_map(shingle).collect()
}

/// Returns the text with the shingles of each word inserted after it.
pub fn indexed(text: &str) -> String {
    let mut indexed = String::with_capacity(text.len());
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let shingles = runs(word).map(spelled);
        for part in std::iter::once(word.to_owned()).chain(shingles) {
            if !indexed.is_empty() {
                indexed.push(' ');
            }
            indexed.push_str(&part);
        }
    }
    indexed
}

/// Removes the shingles that [`indexed`] inserted.
pub(crate) fn plain(text: &str) -> String {
    let words = text
        .split(' ')
        .filter(|word| !word.chars().all(|letter| u32::from(letter) >= FIRST));
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_digits_match_at_any_position() {
        let whole = spelled("713048829441");
        assert_eq!(whole.chars().count(), 9);
        assert!(whole.contains(&spelled("488294")));
        assert!(!whole.contains(&spelled("488249")));
    }

    #[test]
    fn shingles_follow_their_words_and_can_be_removed() {
        let text = "k1-1 yt2026/77001234 футболка 713";
        let indexed = indexed(text);
        let expected = [
            "k1-1",
            "yt2026/77001234",
            &spelled("2026"),
            &spelled("77001234"),
            "футболка",
            "713",
        ];
        assert_eq!(indexed.split(' ').collect::<Vec<_>>(), expected);
        assert_eq!(plain(&indexed), text);
    }
}
