//! Long texts as several messages. Both messengers count UTF-16 code units: an emoji has two or more.

use super::Messenger;

/// Longest text of a message, in UTF-16 code units. Our texts have no markup, so that nothing is left out of the count.
pub(super) const fn max_units(messenger: Messenger) -> usize {
    match messenger {
        Messenger::Telegram => 4096,
        Messenger::Max => 4000,
    }
}

/// Between the key of a message and the number of its part.
const PART: &str = ":part";

/// The deduplication key of a part that is not the last one.
pub(super) fn key_of_part(key: &str, index: usize) -> String {
    format!("{key}{PART}{index}")
}

/// The key of the message that a part belongs to; `None` for the last part and for a message of one part.
pub(super) fn key_of_whole(key: &str) -> Option<&str> {
    let (whole, index) = key.rsplit_once(PART)?;
    index.bytes().all(|byte| byte.is_ascii_digit()).then_some(whole)
}

/// Cuts a text into parts of at most `max` code units: after a line or a word if there is one in the second half of the part. The
/// blanks at a cut are left out. There is always a part.
pub(super) fn split(text: &str, max: usize) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(most) = end_within(rest, max) {
        let fitting = &rest[..most];
        let last = |is_end: fn(char) -> bool| fitting.rfind(is_end).filter(|end| *end >= most / 2);
        let cut = last(|mark| mark == '\n')
            .or_else(|| last(char::is_whitespace))
            .unwrap_or(most);
        parts.push(rest[..cut].trim_end());
        rest = rest[cut..].trim_start();
    }
    if parts.is_empty() || !rest.is_empty() {
        parts.push(rest);
    }
    parts
}

/// Where the longest part of a text ends that has at most `max` code units; `None` if the whole text has no more.
fn end_within(text: &str, max: usize) -> Option<usize> {
    let (mut units, mut end, mut previous) = (0, 0, None);
    for (index, character) in text.char_indices() {
        // A cut before a character that belongs to the previous one would change both.
        if !joins(character) && previous != Some(JOINER) {
            end = index;
        }
        units += character.len_utf16();
        if units > max {
            return Some(if end == 0 { index } else { end });
        }
        previous = Some(character);
    }
    None
}

/// Joins two emoji into one.
const JOINER: char = '\u{200d}';

/// Whether a character is a part of the one before it: marks, variants, skin tones, and joined characters.
const fn joins(character: char) -> bool {
    matches!(character,
        JOINER | '\u{300}'..='\u{36f}' | '\u{20e3}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{1f3fb}'..='\u{1f3ff}' | '\u{e0020}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(text: &str) -> usize {
        text.encode_utf16().count()
    }

    #[test]
    fn long_text_is_cut_at_lines_and_words_and_nothing_is_lost() {
        assert_eq!(split("short", 5), ["short"]);
        assert_eq!(split("", 5), [""]);
        assert_eq!(split("one two three", 8), ["one two", "three"]);
        assert_eq!(split("a\nbcd efg", 8), ["a\nbcd", "efg"], "a line that ends too early");
        assert_eq!(split("abcd\nef gh", 9), ["abcd", "ef gh"], "a line before a word");
        assert_eq!(split("abcdefghij", 4), ["abcd", "efgh", "ij"]);
    }

    #[test]
    fn code_units_are_counted_and_no_emoji_is_cut() {
        let family = "👨\u{200d}👩\u{200d}👧";
        for text in [
            "📦".repeat(100),
            family.repeat(30),
            format!("{}{family}", "ш".repeat(35)),
            "e\u{301}".repeat(90),
        ] {
            let parts = split(&text, 40);
            assert!(
                parts.len() > 1 && parts.iter().all(|part| units(part) <= 40),
                "{parts:?}"
            );
            assert_eq!(parts.concat(), text);
            assert!(
                parts
                    .iter()
                    .all(|part| !part.starts_with(joins) && !part.ends_with(JOINER)),
                "{parts:?}"
            );
        }
    }

    #[test]
    fn key_of_a_part_names_the_whole() {
        let key = "announcement:1:2:0";
        assert_eq!(key_of_whole(&key_of_part(key, 1)), Some(key));
        assert_eq!(key_of_whole(key), None);
    }
}
