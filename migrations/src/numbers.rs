//! How long numbers stand in the text that orders are found by.
//!
//! There are a thousand runs of three digits, and an order has dozens: at a million orders each run stands in thousands of them,
//! and a pasted track number would be looked for in all of those. So after a word with four digits or more its digits stand once
//! more, every four neighbours as one character: three such characters, the least that the indexes keep, are six digits.

/// The first of ten thousand characters of private use; indexes have the letters of ids elsewhere.
const FIRST: u32 = 0x10_0000;
/// Digits of a character.
const DIGITS: usize = 4;

/// The runs of four digits and more in a word.
pub fn runs(word: &str) -> impl Iterator<Item = &str> {
    word.split(|letter: char| !letter.is_ascii_digit())
        .filter(|run| run.len() >= DIGITS)
}

/// A run of digits as it stands in the text: a character for every four neighbours.
pub fn spelled(run: &str) -> String {
    let character = |four: &[u8]| {
        let number = four
            .iter()
            .fold(0, |number, digit| number * 10 + u32::from(digit - b'0'));
        char::from_u32(FIRST + number)
    };
    run.as_bytes().windows(DIGITS).filter_map(character).collect()
}

/// The text with the numbers of each word after it.
pub fn indexed(text: &str) -> String {
    let mut indexed = String::with_capacity(text.len());
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let numbers = runs(word).map(spelled);
        for part in std::iter::once(word.to_owned()).chain(numbers) {
            if !indexed.is_empty() {
                indexed.push(' ');
            }
            indexed.push_str(&part);
        }
    }
    indexed
}

/// The text as it was before [`indexed`].
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
    fn six_digits_are_three_characters_wherever_they_stand() {
        let whole = spelled("713048829441");
        assert_eq!(whole.chars().count(), 9);
        assert!(whole.contains(&spelled("488294")));
        assert!(!whole.contains(&spelled("488249")));
    }

    #[test]
    fn numbers_follow_their_words_and_can_be_taken_out_again() {
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
