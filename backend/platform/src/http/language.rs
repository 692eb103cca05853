//! The language that a browser prefers.

use axum::http::{HeaderMap, header};

/// The first supported language in `Accept-Language`; Russian where there is none.
pub fn preferred_language(headers: &HeaderMap) -> &'static str {
    let accepted = headers
        .get(header::ACCEPT_LANGUAGE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    first_supported(accepted)
}

fn first_supported(accepted: &str) -> &'static str {
    accepted
        .split(',')
        .find_map(|tag| match tag.trim().get(..2)?.to_ascii_lowercase().as_str() {
            "ru" => Some("ru"),
            "en" => Some("en"),
            "zh" => Some("zh"),
            _ => None,
        })
        .unwrap_or("ru")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_supported_language_is_chosen() {
        for (accepted, expected) in [
            ("zh-CN,zh;q=0.9,en;q=0.8", "zh"),
            ("de-DE,en;q=0.5", "en"),
            ("", "ru"),
            ("*", "ru"),
            ("я", "ru"),
        ] {
            assert_eq!(first_supported(accepted), expected, "{accepted}");
        }
    }
}
