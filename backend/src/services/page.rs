//! The page behind an upload link: a small one of its own, so that a phone on a bad line has it at once.

use crate::platform::{http::language, state::AppState};
use axum::{
    Router,
    http::{HeaderMap, header},
    response::IntoResponse,
    routing::get,
};

const PAGE: &str = include_str!("page/page.html");
const SCRIPT: &str = include_str!("page/page.js");
const STYLE: &str = include_str!("page/page.css");

/// Our script and style alone; pictures of our own and those the phone just took.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; media-src blob:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The page with its script and style; whether the link works, the page asks.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/su/{token}", get(page))
        .route(
            "/su/page.js",
            get(|| async { asset("text/javascript; charset=utf-8", SCRIPT) }),
        )
        .route(
            "/su/page.css",
            get(|| async { asset("text/css; charset=utf-8", STYLE) }),
        )
}

async fn page(headers: HeaderMap) -> impl IntoResponse {
    let language = language(&headers);
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::CACHE_CONTROL, "no-store"),
        (header::VARY, "Accept-Language"),
    ];
    (
        headers,
        PAGE.replacen("lang=\"ru\"", &format!("lang=\"{language}\""), 1),
    )
}

fn asset(kind: &'static str, text: &'static str) -> impl IntoResponse {
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")];
    (headers, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_a_place_for_its_language() {
        assert!(PAGE.contains("lang=\"ru\""));
    }
}
