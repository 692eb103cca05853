//! The page that an upload link opens: plain HTML and JavaScript, small enough to load fast over a slow connection.

use axum::{
    Router,
    http::{HeaderMap, header},
    response::IntoResponse,
    routing::get,
};
use platform::{http::preferred_language, state::AppState};

const PAGE: &str = include_str!("page/page.html");
const SCRIPT: &str = include_str!("page/page.js");
const STORE: &str = include_str!("page/store.js");
const TEXTS: &str = include_str!("page/texts.js");
const STYLE: &str = include_str!("page/page.css");

/// Content security policy: only the page's own scripts, style, font and images, and previews of the chosen files (`blob:`).
const CSP: &str = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' blob:; \
                      media-src blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Routes of the page, its scripts and its style. The page is served for any token; its script checks the link.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/su/{token}", get(page))
        .route(
            "/su/page.js",
            get(|| async { asset("text/javascript; charset=utf-8", SCRIPT) }),
        )
        .route(
            "/su/store.js",
            get(|| async { asset("text/javascript; charset=utf-8", STORE) }),
        )
        .route(
            "/su/texts.js",
            get(|| async { asset("text/javascript; charset=utf-8", TEXTS) }),
        )
        .route(
            "/su/page.css",
            get(|| async { asset("text/css; charset=utf-8", STYLE) }),
        )
}

async fn page(headers: HeaderMap) -> impl IntoResponse {
    let language = preferred_language(&headers);
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, CSP),
        (header::CACHE_CONTROL, "no-store"),
        (header::VARY, "Accept-Language"),
    ];
    (
        headers,
        PAGE.replacen("lang=\"ru\"", &format!("lang=\"{}\"", language.as_str()), 1),
    )
}

fn asset(kind: &'static str, text: &'static str) -> impl IntoResponse {
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")];
    (headers, text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared_types::problem::ProblemCode;
    use std::collections::BTreeSet;

    #[test]
    fn page_contains_the_language_attribute_to_replace() {
        assert!(PAGE.contains("lang=\"ru\""));
    }

    /// The problem codes that have a text, for each language of the page.
    fn codes_with_texts() -> Vec<BTreeSet<&'static str>> {
        TEXTS
            .split("problems: {\n")
            .skip(1)
            .map(|block| {
                let texts = block.lines().take_while(|line| line.trim() != "},");
                texts
                    .map(|line| line.trim().split_once(": \"").expect("a code and its text").0)
                    .collect()
            })
            .collect()
    }

    #[test]
    fn page_has_a_text_in_each_language_for_every_problem_of_an_upload() {
        let languages = codes_with_texts();
        assert_eq!(languages.len(), 3);
        let mut expected: BTreeSet<&str> = ProblemCode::ALL
            .iter()
            .map(|code| code.as_str())
            // The server asks for a missing file when a service is done, not in an upload.
            .filter(|code| code.starts_with("media_") && *code != ProblemCode::MediaMissing.as_str())
            .collect();
        let further = [ProblemCode::ServiceCanceled, ProblemCode::FileInfected];
        expected.extend(further.map(ProblemCode::as_str));
        expected.insert("other");
        for codes in languages {
            assert_eq!(codes, expected);
        }
    }
}
