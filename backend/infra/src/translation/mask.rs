//! Placeholders for parts that a translation must not change: numbers, sizes, codes, links, e-mail addresses and terms of the glossary.
//!
//! Lines are translated one by one, so line breaks stay where they are. Every digit of a line is inside of a protected part. So the
//! provider sees only the digits of placeholders, `{1}`, and any other digit in its answer is an invention.

use super::terms::Terms;
use shared_types::translation::script::is_ideographic;
use std::fmt::Write as _;

/// A line of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// The line with placeholders, without the spaces around it.
    pub(super) masked: String,
    /// The protected parts; `{1}` stands for the first one.
    parts: Vec<String>,
    /// The spaces before and after.
    margins: (String, String),
}

/// Clothing sizes in letters.
const SIZES: [&str; 10] = ["XXS", "XS", "S", "M", "L", "XL", "XXL", "XXXL", "XXXXL", "XXXXXL"];
/// Letters of Chinese numbers. A provider may write `三件` as `3 items`.
const HAN_NUMERALS: &str = "零〇一二三四五六七八九十百千万亿两双半";

const fn is_placeholder_brace(letter: char) -> bool {
    matches!(letter, '{' | '}' | '｛' | '｝')
}

/// A letter or digit of a script with spaces.
fn is_core(letter: char) -> bool {
    letter.is_numeric() || letter.is_alphabetic() && !is_ideographic(letter)
}

/// The end of the word that begins at a position.
fn core_end(text: &[char], start: usize) -> usize {
    let length = text.iter().skip(start).take_while(|letter| is_core(**letter)).count();
    start + length
}

fn has_digit(part: &[char]) -> bool {
    part.iter().any(|letter| letter.is_numeric())
}

fn is_ascii(part: &[char]) -> bool {
    part.iter().all(char::is_ascii)
}

/// Whether two words with one sign between them are one code, number or size: `K101-7`, `10.5`, `30×40`, `1 000`.
fn is_joined(left: &[char], sign: char, right: &[char]) -> bool {
    let (left_digits, right_digits) = (has_digit(left), has_digit(right));
    match sign {
        '-' | '_' | '‑' => {
            (left_digits || right_digits) && (is_ascii(left) && is_ascii(right) || left_digits && right_digits)
        }
        '.' | ',' | '/' | ':' | '*' | '×' | '+' | '=' | '\'' | '’' => left_digits && right_digits,
        // Thousands.
        ' ' | '\u{a0}' | '\u{202f}' => {
            let is_number = |part: &[char]| part.iter().all(char::is_ascii_digit);
            is_number(left) && is_number(right) && right.len() == 3
        }
        _ => false,
    }
}

/// Characters of web addresses.
fn is_address(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "-._~:/?#[]@!$&'()*+,;=%".contains(letter)
}

/// The end of a link or an e-mail address that begins at a position.
fn address_end(text: &[char], start: usize) -> Option<usize> {
    let run = text
        .iter()
        .skip(start)
        .take_while(|letter| is_address(**letter))
        .count();
    let mut end = start + run;
    // The full stop of the sentence is not part of the address.
    while end > start && text.get(end - 1).is_some_and(|letter| ".,;:!?)'(".contains(*letter)) {
        end -= 1;
    }
    let run: String = text.get(start..end)?.iter().collect();
    let lower = run.to_ascii_lowercase();
    let is_link = ["http://", "https://", "www."]
        .iter()
        .any(|scheme| lower.starts_with(scheme));
    let is_mail = run.split_once('@').is_some_and(|(name, host)| {
        !name.is_empty()
            && host
                .split_once('.')
                .is_some_and(|(host, zone)| !host.is_empty() && zone.len() >= 2)
    });
    let host = lower.split(['/', '?', '#']).next().unwrap_or_default();
    let is_host = host.rsplit_once('.').is_some_and(|(name, zone)| {
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'.';
        let is_zone = zone.len() >= 2 && zone.bytes().all(|byte| byte.is_ascii_lowercase());
        is_zone && !name.is_empty() && name.bytes().all(is_name) && !name.ends_with('.')
    });
    (is_link || is_mail || is_host).then_some(end)
}

/// The end of the protected part that begins at a position where a word begins.
fn protected_end(text: &[char], start: usize) -> Option<usize> {
    if text.get(start).is_some_and(char::is_ascii_alphanumeric)
        && let Some(end) = address_end(text, start)
    {
        return Some(end);
    }
    let mut end = core_end(text, start);
    let mut last = start;
    while let Some(sign) = text.get(end).copied() {
        let next_end = core_end(text, end + 1);
        let (Some(left), Some(right)) = (text.get(last..end), text.get(end + 1..next_end)) else {
            break;
        };
        let whole = text.get(start..end).unwrap_or_default();
        let joins = is_joined(left, sign, right) || matches!(sign, '-' | '_') && is_joined(whole, sign, right);
        if right.is_empty() || !joins {
            break;
        }
        (last, end) = (end + 1, next_end);
    }
    let part = text.get(start..end)?;
    let word: String = part.iter().collect();
    (has_digit(part) || SIZES.contains(&word.as_str())).then_some(end)
}

/// Replaces the protected parts of a line.
pub(super) fn mask(line: &str, terms: &Terms) -> Line {
    let trimmed = line.trim();
    let leading = line.len() - line.trim_start().len();
    let margins = (
        line.get(..leading).unwrap_or_default().to_owned(),
        line.get(leading + trimmed.len()..).unwrap_or_default().to_owned(),
    );
    let text: Vec<char> = trimmed.chars().collect();
    let (mut masked, mut parts) = (String::new(), Vec::new());
    let mut at = 0;
    while let Some(letter) = text.get(at).copied() {
        let is_word_start = is_core(letter)
            && !at
                .checked_sub(1)
                .and_then(|at| text.get(at))
                .is_some_and(|last| is_core(*last));
        let protected = if is_word_start { protected_end(&text, at) } else { None };
        let (end, part) = if let Some((length, translation)) = terms.at(&text, at) {
            (at + length, Some(translation.to_owned()))
        } else if let Some(end) = protected {
            (end, text.get(at..end).map(String::from_iter))
        } else if letter.is_numeric() || is_placeholder_brace(letter) {
            (at + 1, Some(letter.to_string()))
        } else {
            (at + 1, None)
        };
        match part {
            Some(part) => {
                parts.push(part);
                let _ = write!(masked, "{{{}}}", parts.len());
            }
            None => masked.push(letter),
        }
        at = end.max(at + 1);
    }
    Line { masked, parts, margins }
}

impl Line {
    /// Whether there are words to translate.
    pub(super) fn has_words(&self) -> bool {
        self.masked.chars().any(char::is_alphabetic)
    }

    /// The line with its margins, and each placeholder replaced by its original. `None` if a placeholder is missing or occurs
    /// twice, or if the translation has digits or control characters of its own.
    pub(super) fn restore(&self, translated: &str) -> Option<String> {
        let text: Vec<char> = translated.trim().chars().collect();
        let allows_digits = self.masked.chars().any(|letter| HAN_NUMERALS.contains(letter));
        let mut used = vec![false; self.parts.len()];
        let (mut line, mut at) = (self.margins.0.clone(), 0);
        while let Some(letter) = text.get(at).copied() {
            if is_placeholder_brace(letter) {
                let (end, number) = placeholder(&text, at)?;
                let index = number.checked_sub(1)?;
                if std::mem::replace(used.get_mut(index)?, true) {
                    return None;
                }
                line.push_str(self.parts.get(index)?);
                at = end;
                continue;
            }
            let is_control = letter.is_control() && letter != '\t';
            if is_control || letter.is_numeric() && !(allows_digits && letter.is_ascii_digit()) {
                return None;
            }
            line.push(letter);
            at += 1;
        }
        let is_complete = used.iter().all(|used| *used);
        line.push_str(&self.margins.1);
        (is_complete && !text.is_empty()).then_some(line)
    }

    /// The line as it was, with the terms of the glossary.
    #[cfg(test)]
    fn original(&self) -> Option<String> {
        self.restore(&self.masked)
    }
}

/// The number of the placeholder at a place, and where it ends. Providers add spaces and full-width signs.
fn placeholder(text: &[char], start: usize) -> Option<(usize, usize)> {
    if !matches!(text.get(start), Some('{' | '｛')) {
        return None;
    }
    let skip_spaces = |mut at: usize| {
        while matches!(text.get(at), Some(' ' | '\u{a0}')) {
            at += 1;
        }
        at
    };
    let mut at = skip_spaces(start + 1);
    let mut number = 0_usize;
    let first = at;
    while let Some(letter) = text.get(at).copied() {
        let digit = match letter {
            '0'..='9' => u32::from(letter) - u32::from('0'),
            '０'..='９' => u32::from(letter) - u32::from('０'),
            _ => break,
        };
        number = number.checked_mul(10)?.checked_add(usize::try_from(digit).ok()?)?;
        at += 1;
    }
    let closing = skip_spaces(at);
    (at > first && matches!(text.get(closing), Some('}' | '｝'))).then_some((closing + 1, number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use shared_types::translation::{GlossaryTerm, Language};

    fn parts(line: &str) -> (String, Vec<String>) {
        let line = mask(line, &Terms::default());
        (line.masked, line.parts)
    }

    #[test]
    fn numbers_sizes_codes_links_and_addresses_are_protected() {
        for (line, masked, protected) in [
            ("2024秋冬新款 42码", "{1}秋冬新款 {2}码", &["2024", "42"][..]),
            ("Цена 1 000,50 ₽", "Цена {1} ₽", &["1 000,50"]),
            ("Код K101-7, ярлык KI-20L", "Код {1}, ярлык {2}", &["K101-7", "KI-20L"]),
            ("трек SF1234567890CN придёт", "трек {1} придёт", &["SF1234567890CN"]),
            ("Размер XL или M/L", "Размер {1} или {2}/{3}", &["XL", "M", "L"]),
            ("30×40×5 см", "{1} см", &["30×40×5"]),
            (
                "смотри https://detail.1688.com/offer/1.html?a=2.",
                "смотри {1}.",
                &["https://detail.1688.com/offer/1.html?a=2"],
            ),
            (
                "пиши на anna.p+1@mail.example!",
                "пиши на {1}!",
                &["anna.p+1@mail.example"],
            ),
            ("см. t.me/karavan_bot", "см. {1}", &["t.me/karavan_bot"]),
            ("с {1} и ｛", "с {1}{2}{3} и {4}", &["{", "1", "}", "｛"]),
            ("12:30 25.11.2026", "{1} {2}", &["12:30", "25.11.2026"]),
            ("① 红色", "{1} 红色", &["①"]),
            ("да.нет", "да.нет", &[]),
        ] {
            let (found, found_parts) = parts(line);
            let found_parts: Vec<&str> = found_parts.iter().map(String::as_str).collect();
            assert_eq!((found.as_str(), &found_parts[..]), (masked, protected), "{line}");
            assert_eq!(mask(line, &Terms::default()).original().as_deref(), Some(line));
        }
    }

    #[test]
    fn glossary_terms_become_placeholders() {
        let term = GlossaryTerm {
            term: "加绒".to_owned(),
            language: Language::Ru,
            translation: "с начёсом".to_owned(),
        };
        let line = mask("加绒卫衣 42", &Terms::new(&[term], Language::Ru));
        assert_eq!(line.masked, "{1}卫衣 {2}");
        assert_eq!(
            line.restore("толстовка {1}, {2}").as_deref(),
            Some("толстовка с начёсом, 42")
        );
    }

    #[test]
    fn mangled_placeholders_are_refused() {
        let line = mask("  размер 42, цена 100  ", &Terms::default());
        assert_eq!(line.masked, "размер {1}, цена {2}");
        for (answer, restored) in [
            ("size {1}, price {2}", Some("  size 42, price 100  ")),
            ("price { 2 }, size ｛１｝", Some("  price 100, size 42  ")),
            ("size {1}, price", None),
            ("size {1}, price {1}", None),
            ("size {1}, price {3}", None),
            ("size {1}, price {2} {2}", None),
            ("size {1}, price {2} 5", None),
            ("size 42, price 100", None),
            ("size {1, price {2}", None),
            ("size {1}, price {2}}", None),
            ("size {1},\nprice {2}", None),
            ("", None),
        ] {
            assert_eq!(line.restore(answer).as_deref(), restored, "{answer}");
        }
        assert_eq!(
            mask("三件套", &Terms::default()).restore("набор из 3").as_deref(),
            Some("набор из 3")
        );
    }

    /// The digits of a text, in any order.
    fn digits(text: &str) -> Vec<char> {
        let mut digits: Vec<char> = text.chars().filter(|letter| letter.is_numeric()).collect();
        digits.sort_unstable();
        digits
    }

    fn piece() -> impl Strategy<Value = String> {
        prop_oneof![
            "[a-zа-яё加绒卫衣 ]{1,8}",
            "[0-9]{1,6}",
            "[A-Z]{1,3}-[0-9]{1,4}",
            "[0-9]{1,3}[.,×/][0-9]{1,3}",
            "[\\{\\}｛｝0-9 ]{1,4}",
            Just("https://a.example/b?c=1".to_owned()),
            Just("a@b.example".to_owned()),
            Just(" XL ".to_owned()),
        ]
    }

    proptest! {
        #![proptest_config(test_seed::proptest_config(256))]

        #[test]
        fn no_provider_changes_a_number(
            pieces in proptest::collection::vec(piece(), 1..12),
            damage in proptest::collection::vec((0_u8..6, any::<prop::sample::Index>()), 0..4),
        ) {
            let source = pieces.concat();
            let line = mask(&source, &Terms::default());
            prop_assert_eq!(line.original(), if source.trim().is_empty() { None } else { Some(source.clone()) });
            let mut answer: Vec<char> = line.masked.chars().collect();
            for (kind, place) in damage {
                if answer.is_empty() { break }
                let at = place.index(answer.len());
                match kind {
                    0 => { answer.remove(at); }
                    1 => answer.insert(at, '7'),
                    2 => answer.insert(at, ' '),
                    3 => answer.reverse(),
                    4 => { let copy = answer[at]; answer.insert(at, copy); }
                    _ => answer[at] = 'x',
                }
            }
            if let Some(restored) = line.restore(&answer.iter().collect::<String>()) {
                prop_assert_eq!(digits(&restored), digits(&source));
                for part in &line.parts {
                    prop_assert!(restored.contains(part.as_str()));
                }
            }
        }
    }
}
