//! The language of a text, as far as its script shows it.

use super::Language;

const fn is_han(letter: char) -> bool {
    matches!(letter, '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

const fn is_kana_or_hangul(letter: char) -> bool {
    matches!(letter, '\u{3040}'..='\u{30FF}' | '\u{1100}'..='\u{11FF}' | '\u{AC00}'..='\u{D7AF}')
}

/// Whether a letter is Cyrillic.
pub const fn is_cyrillic(letter: char) -> bool {
    matches!(letter, '\u{0400}'..='\u{052F}')
}

/// Whether a letter belongs to a script that is written without spaces.
pub const fn is_ideographic(letter: char) -> bool {
    is_han(letter) || is_kana_or_hangul(letter)
}

/// Returns the language that most words of a text are written in, or `None` if it is not one of ours for sure.
///
/// Latin letters count least, because brands are written in them everywhere: `Nike 运动鞋` is Chinese.
pub fn language_of(text: &str) -> Option<Language> {
    let (mut han, mut cyrillic, mut latin, mut foreign) = (0_usize, 0_usize, 0_usize, 0_usize);
    for letter in text.chars().filter(|letter| letter.is_alphabetic()) {
        match letter {
            'а'..='я' | 'А'..='Я' | 'ё' | 'Ё' => cyrillic += 2,
            'a'..='z' | 'A'..='Z' => latin += 1,
            _ if is_han(letter) => han += 3,
            // Letters of other languages, some of which have the same scripts.
            _ => foreign += 1,
        }
    }
    if foreign > 0 {
        return None;
    }
    let most = han.max(cyrillic).max(latin);
    match most {
        0 => None,
        _ if most == han => Some(Language::Zh),
        _ if most == cyrillic => Some(Language::Ru),
        _ => Some(Language::En),
    }
}

/// Returns the language that the script of a text proves, for screen readers. Latin letters prove none: many languages have them.
pub fn script_language(text: &str) -> Option<Language> {
    language_of(text).filter(|language| *language != Language::En)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_of_readers_are_distinguished() {
        for (text, expected) in [
            ("Когда будет отправка?", Some(Language::Ru)),
            ("加绒加厚连帽卫衣 XL", Some(Language::Zh)),
            ("Nike Air Max 运动鞋男", Some(Language::Zh)),
            ("Nike Air Max кроссовки", Some(Language::Ru)),
            ("When will it be sent?", Some(Language::En)),
            ("Коли буде відправлення?", None),
            ("Größe", None),
            ("ワンピース", None),
            ("12 345", None),
        ] {
            assert_eq!(language_of(text), expected, "{text}");
        }
    }

    #[test]
    fn latin_letters_prove_no_language() {
        for (text, expected) in [
            ("黑色 / XL", Some(Language::Zh)),
            ("чёрный", Some(Language::Ru)),
            ("Noir", None),
            ("Black / M", None),
            ("42", None),
        ] {
            assert_eq!(script_language(text), expected, "{text}");
        }
    }
}
