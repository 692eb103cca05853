//! Rendering of URLs in a text as links.

use leptos::prelude::*;

/// A segment of a text: plain text or a URL.
#[derive(Debug, PartialEq, Eq)]
enum Segment<'a> {
    Text(&'a str),
    Link(&'a str),
}

/// Returns where a URL begins in a word.
fn link_start(word: &str) -> Option<usize> {
    let at = word.find("https://").or_else(|| word.find("http://"))?;
    // A scheme without a host is not a URL.
    let rest = word.get(at..)?.split_once("://")?.1;
    rest.starts_with(char::is_alphanumeric).then_some(at)
}

/// Whether a character at the end of a URL is punctuation of the sentence.
const fn is_trailing_punctuation(character: char) -> bool {
    matches!(
        character,
        '.' | ',' | ';' | ':' | '!' | '?' | ')' | ']' | '}' | '»' | '"' | '\'' | '…'
    )
}

/// Whether a character ends a URL. Chinese is written without spaces, so its punctuation ends one.
const fn ends_link(character: char) -> bool {
    matches!(
        character,
        '，' | '。' | '；' | '：' | '！' | '？' | '、' | '（' | '）' | '【' | '】' | '《' | '》' | '“' | '”'
    )
}

fn segments(text: &str) -> Vec<Segment<'_>> {
    let (mut segments, mut from, mut at) = (Vec::new(), 0, 0);
    for word in text.split_inclusive(char::is_whitespace) {
        if let Some(begin) = link_start(word) {
            let address = word.get(begin..).unwrap_or_default();
            let address = address
                .split(|character: char| character.is_whitespace() || ends_link(character))
                .next();
            let address = address.unwrap_or_default().trim_end_matches(is_trailing_punctuation);
            let (start, end) = (at + begin, at + begin + address.len());
            if start > from {
                segments.push(Segment::Text(&text[from..start]));
            }
            segments.push(Segment::Link(address));
            from = end;
        }
        at += word.len();
    }
    if from < text.len() {
        segments.push(Segment::Text(&text[from..]));
    }
    segments
}

/// Renders a text with its URLs as links.
pub(super) fn with_links(text: &str) -> AnyView {
    let render = |segment: Segment<'_>| match segment {
        Segment::Text(text) => text.to_owned().into_any(),
        Segment::Link(address) => {
            let (href, text) = (address.to_owned(), address.to_owned());
            any_view! {
                <a href=href target="_blank" rel="noreferrer noopener">
                    {text}
                </a>
            }
        }
    };
    segments(text).into_iter().map(render).collect_view().into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Segment::{Link, Text};

    #[test]
    fn urls_are_found_in_russian_and_chinese_text() {
        assert_eq!(segments("просто\nтекст"), [Text("просто\nтекст")]);
        assert_eq!(
            segments("вот (https://a.test/1?b=2), и http://c.test."),
            [
                Text("вот ("),
                Link("https://a.test/1?b=2"),
                Text("), и "),
                Link("http://c.test"),
                Text(".")
            ]
        );
        assert_eq!(
            segments("看这里https://a.test/商品，谢谢"),
            [Text("看这里"), Link("https://a.test/商品"), Text("，谢谢")]
        );
        assert_eq!(
            segments("https:// javascript:alert(1)"),
            [Text("https:// javascript:alert(1)")]
        );
        assert_eq!(segments(""), []);
    }
}
