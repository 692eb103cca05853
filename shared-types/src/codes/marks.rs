//! Additions of scanners to a code.

/// Whether a character is never part of a code: a control character that a scanner adds, or one that can't be seen.
fn is_invisible(c: char) -> bool {
    c.is_control() || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

/// Removes additions of scanners to a code: invisible characters, and the AIM symbology identifier before it, such as `]C1`.
pub fn without_scanner_marks(text: &str) -> String {
    let visible: String = text.chars().filter(|c| !is_invisible(*c)).collect();
    without_symbology(visible.trim()).to_owned()
}

/// The text of a search without the additions of scanners to a code. Lines and tabs separate words.
pub fn searched_text(text: &str) -> String {
    without_scanner_marks(&text.replace(['\n', '\r', '\t'], " "))
}

/// Removes an AIM symbology identifier: a bracket, a letter and a modifier.
pub(super) fn without_symbology(text: &str) -> &str {
    let mut rest = text.chars();
    let is_identifier = rest.next() == Some(']')
        && rest.next().is_some_and(|c| c.is_ascii_alphabetic())
        && rest.next().is_some_and(|c| c.is_ascii_alphanumeric());
    let rest = rest.as_str();
    if is_identifier && !rest.is_empty() { rest } else { text }
}
