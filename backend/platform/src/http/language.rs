//! The language that a browser prefers.

use axum::http::{HeaderMap, header};
use shared_types::translation::Language;

/// The first supported language in `Accept-Language`; Russian where there is none.
pub fn preferred_language(headers: &HeaderMap) -> Language {
    let accepted = headers
        .get(header::ACCEPT_LANGUAGE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    first_supported(accepted).unwrap_or_default()
}

fn first_supported(accepted: &str) -> Option<Language> {
    accepted
        .split(',')
        .find_map(|tag| Language::from_name(&tag.trim().get(..2)?.to_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_supported_language_is_chosen() {
        for (accepted, expected) in [
            ("zh-CN,zh;q=0.9,en;q=0.8", Some(Language::Zh)),
            ("de-DE,en;q=0.5", Some(Language::En)),
            ("", None),
            ("*", None),
            ("я", None),
        ] {
            assert_eq!(first_supported(accepted), expected, "{accepted}");
        }
    }
}
