//! The OpenAPI document over HTTP, and its reference page.

use crate::api_document;
use axum::{
    Router,
    body::Bytes,
    http::{HeaderValue, header},
    response::Html,
    routing::get,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use platform::http::entity_tag;
use scalar_api_reference::{AgentOptions, get_asset, scalar_html};
use serde_json::json;
use sha2::{Digest, Sha256};
use std::sync::{Arc, LazyLock};

/// The script of the page. Its name changes with the crate's version, because browsers keep it.
const SCRIPT: &str = "/api/docs/scalar-0.2.21.js";

/// The page and its policy. It calls no other host: neither fonts, nor telemetry, nor a proxy.
fn page() -> (HeaderValue, String) {
    let configuration = json!({
        "url": "/api/openapi.json",
        "agent": AgentOptions::disabled(),
        "mcp": {"disabled": true},
        "telemetry": false,
        "withDefaultFonts": false,
        "hideClientButton": true,
        // A long title in the header of phones is four pixels wider than the page.
        "customCss": ".scalar-api-reference { overflow-x: clip }",
        "showDeveloperTools": "never",
        "documentDownloadType": "direct",
        "authentication": {"preferredSecurityScheme": "access"},
    });
    let html = scalar_html(&configuration, Some(SCRIPT))
        .replace("<html>", "<html lang=\"en\">")
        .replace("Scalar API Reference", "Karavan API");
    let script = html
        .rsplit("<script>")
        .next()
        .and_then(|rest| rest.split("</script>").next());
    let hash = STANDARD.encode(Sha256::digest(script.unwrap_or_default()));
    let policy = format!(
        "default-src 'none'; script-src 'self' 'sha256-{hash}'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
         font-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"
    );
    let policy = HeaderValue::from_str(&policy).unwrap_or_else(|_| HeaderValue::from_static("default-src 'none'"));
    (policy, html)
}

/// The routes of the document and its page.
pub(crate) fn routes<S: Clone + Send + Sync + 'static>(server_url: String) -> Router<S> {
    let document = Arc::new(LazyLock::new(move || {
        // The tests prove that the embedded document is JSON.
        let document = Bytes::from(api_document::at(&server_url).unwrap_or_default().to_string());
        let tag = entity_tag(&document).map(|tag| [(header::ETAG, tag)]);
        (tag, document)
    }));
    let document = move || async move {
        let (tag, body) = (*document).clone();
        ([(header::CONTENT_TYPE, "application/json")], tag, body)
    };
    let show_page = || async {
        let (policy, html) = page();
        ([(header::CONTENT_SECURITY_POLICY, policy)], Html(html))
    };
    let script = || async {
        let headers = [
            (header::CONTENT_TYPE, "text/javascript"),
            (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
        ];
        (headers, get_asset("scalar.js").unwrap_or_default())
    };
    Router::new()
        .route("/api/openapi.json", get(document))
        .route("/api/docs", get(show_page))
        .route(SCRIPT, get(script))
}
