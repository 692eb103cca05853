//! Which of our languages a browser asks for.

use axum::http::{HeaderMap, header};

/// The first language of ours that the browser asks for; Russian where it asks for none.
pub fn language(headers: &HeaderMap) -> &'static str {
    let asked = headers
        .get(header::ACCEPT_LANGUAGE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    first(asked)
}

fn first(asked: &str) -> &'static str {
    asked
        .split(',')
        .find_map(|one| match one.trim().get(..2)?.to_ascii_lowercase().as_str() {
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
    fn the_first_language_we_know_is_spoken() {
        for (asked, spoken) in [
            ("zh-CN,zh;q=0.9,en;q=0.8", "zh"),
            ("de-DE,en;q=0.5", "en"),
            ("", "ru"),
            ("*", "ru"),
            ("я", "ru"),
        ] {
            assert_eq!(first(asked), spoken, "{asked}");
        }
    }
}
