//! Whether a text needs a translation.

use shared_types::translation::{
    Language,
    script::{is_cyrillic, is_ideographic, language_of},
};

/// Whether a text has words that a reader of the language may not understand.
pub fn needs_translation(text: &str, reader: Language) -> bool {
    let has_words = text.chars().any(char::is_alphabetic);
    let foreign_script = match reader {
        Language::Ru => text.chars().any(is_ideographic),
        Language::En => text.chars().any(|letter| is_ideographic(letter) || is_cyrillic(letter)),
        Language::Zh => false,
    };
    has_words && (foreign_script || language_of(text) != Some(reader))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_in_the_readers_language_is_not_translated() {
        for (text, reader, expected) in [
            ("Добрый день", Language::Ru, false),
            ("Добрый день", Language::Zh, true),
            ("加绒卫衣", Language::Ru, true),
            ("加绒卫衣", Language::Zh, false),
            ("Куртка 加绒", Language::Ru, true),
            ("100 × 20 — 5", Language::Ru, false),
            ("👍", Language::Zh, false),
            ("Thanks", Language::En, false),
            ("Thanks", Language::Ru, true),
        ] {
            assert_eq!(needs_translation(text, reader), expected, "{text}");
        }
    }
}
