//! Addresses within a text.

use leptos::prelude::*;

/// A part of a text.
#[derive(Debug, PartialEq, Eq)]
enum Piece<'a> {
    Words(&'a str),
    Address(&'a str),
}

/// Where an address begins in a word.
fn beginning(word: &str) -> Option<usize> {
    let at = word.find("https://").or_else(|| word.find("http://"))?;
    // A scheme alone leads nowhere.
    let rest = word.get(at..)?.split_once("://")?.1;
    rest.starts_with(char::is_alphanumeric).then_some(at)
}

/// What ends a sentence or a bracket belongs to neither address.
const fn closes(sign: char) -> bool {
    matches!(
        sign,
        '.' | ',' | ';' | ':' | '!' | '?' | ')' | ']' | '}' | '»' | '"' | '\'' | '…'
    )
}

/// People write Chinese without blanks.
const fn ends(sign: char) -> bool {
    matches!(
        sign,
        '，' | '。' | '；' | '：' | '！' | '？' | '、' | '（' | '）' | '【' | '】' | '《' | '》' | '“' | '”'
    )
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let (mut found, mut from, mut at) = (Vec::new(), 0, 0);
    for word in text.split_inclusive(char::is_whitespace) {
        if let Some(begin) = beginning(word) {
            let address = word.get(begin..).unwrap_or_default();
            let address = address.split(|sign: char| sign.is_whitespace() || ends(sign)).next();
            let address = address.unwrap_or_default().trim_end_matches(closes);
            let (start, end) = (at + begin, at + begin + address.len());
            if start > from {
                found.push(Piece::Words(&text[from..start]));
            }
            found.push(Piece::Address(address));
            from = end;
        }
        at += word.len();
    }
    if from < text.len() {
        found.push(Piece::Words(&text[from..]));
    }
    found
}

/// The text with its addresses as links.
pub(super) fn linked(text: &str) -> AnyView {
    let piece = |piece: Piece<'_>| match piece {
        Piece::Words(words) => words.to_owned().into_any(),
        Piece::Address(address) => {
            let (address, words) = (address.to_owned(), address.to_owned());
            view! { <a href=address target="_blank" rel="noreferrer noopener">{words}</a> }.into_any()
        }
    };
    pieces(text).into_iter().map(piece).collect_view().into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Piece::{Address, Words};

    #[test]
    fn addresses_are_found_in_three_scripts() {
        assert_eq!(pieces("просто\nтекст"), [Words("просто\nтекст")]);
        assert_eq!(
            pieces("вот (https://a.test/1?b=2), и http://c.test."),
            [
                Words("вот ("),
                Address("https://a.test/1?b=2"),
                Words("), и "),
                Address("http://c.test"),
                Words(".")
            ]
        );
        assert_eq!(
            pieces("看这里https://a.test/商品，谢谢"),
            [Words("看这里"), Address("https://a.test/商品"), Words("，谢谢")]
        );
        assert_eq!(
            pieces("https:// javascript:alert(1)"),
            [Words("https:// javascript:alert(1)")]
        );
        assert_eq!(pieces(""), []);
    }
}
