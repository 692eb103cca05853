//! Characters that show nothing. A text of such characters only is an empty one.

/// Whether a character shows nothing: white space, and default ignorable characters of Unicode (zero-width characters, marks of
/// direction, fillers, variation selectors, tags), annotations, and the blank pattern of Braille. A control character is neither:
/// texts with one are refused.
pub fn is_invisible(sign: char) -> bool {
    sign.is_whitespace() && !sign.is_control()
        || matches!(
            sign,
            '\n' | '\r' | '\t'
                | '\u{ad}'
                | '\u{34f}'
                | '\u{61c}'
                | '\u{115f}'..='\u{1160}'
                | '\u{17b4}'..='\u{17b5}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200b}'..='\u{200f}'
                | '\u{202a}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{2800}'
                | '\u{3164}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff0}'..='\u{fffb}'
                | '\u{1bca0}'..='\u{1bca3}'
                | '\u{1d159}'
                | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

/// The text, or an empty one if it shows nothing. Every text that comes from outside goes through it, so that "required" means
/// "visible" everywhere. Characters that show nothing stay in a text that shows something: emoji and Persian need them.
pub fn visible(text: &str) -> &str {
    if text.chars().all(is_invisible) { "" } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_invisible_characters_is_empty() {
        for sign in "\u{200b}\u{200c}\u{200d}\u{200e}\u{200f}\u{202e}\u{2066}\u{2069}\u{2060}\u{3164}\u{2800}\u{ad}\u{feff}\u{115f}\u{1160}\u{ffa0}\u{180e}\u{61c}\u{fe0f}\u{e0020}\u{e01ef}\u{a0}\u{3000}\u{2028}".chars() {
            assert_eq!(visible(&format!(" {sign}{sign}\n")), "", "{sign:?}");
            assert_eq!(visible(&format!("{sign}a")), format!("{sign}a"), "{sign:?}");
        }
    }

    #[test]
    fn visible_text_stays_as_it_is() {
        for text in [
            "а",
            "❤\u{fe0f}",
            "👨\u{200d}👩",
            "می\u{200c}خواهم",
            "سلام",
            "\u{200f}שלום",
            ".",
            "٠",
            "\u{0}",
            "\u{7}",
        ] {
            assert_eq!(visible(text), text);
        }
    }
}
