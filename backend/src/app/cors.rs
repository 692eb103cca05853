//! Which pages of other origins may read responses.

use axum::http::{HeaderName, HeaderValue, Method, header, request::Parts};
use platform::state::AppState;
use std::time::Duration;
use tower_http::cors::{AllowOrigin, CorsLayer};

/// CORS policy: browser extensions may call `/api/*`, and pages of other sites the rest of the API, if a key names them. Cookies are
/// never allowed.
pub(super) fn layer(state: &AppState) -> CorsLayer {
    let state = state.clone();
    let origin = AllowOrigin::async_predicate(move |origin: HeaderValue, parts: &Parts| {
        let is_for_extensions = parts.uri.path().starts_with("/api/");
        async move {
            let origin = origin.to_str().unwrap_or_default();
            if is_for_extensions {
                state.config.extension_origins.allows(origin)
            } else {
                state.is_key_origin(origin).await.unwrap_or_else(|error| {
                    tracing::warn!(%error, "origins of API keys not read");
                    false
                })
            }
        }
    });
    CorsLayer::new()
        .allow_origin(origin)
        .allow_methods([Method::GET, Method::POST, Method::PATCH, Method::DELETE])
        .allow_headers([
            header::AUTHORIZATION,
            header::CONTENT_TYPE,
            header::ACCEPT,
            header::IF_MATCH,
            header::IF_NONE_MATCH,
            HeaderName::from_static("idempotency-key"),
            HeaderName::from_static("x-socket-id"),
        ])
        .expose_headers([
            header::ETAG,
            header::RETRY_AFTER,
            HeaderName::from_static("idempotent-replayed"),
            header::LINK,
            HeaderName::from_static("deprecation"),
            HeaderName::from_static("ratelimit"),
            HeaderName::from_static("ratelimit-policy"),
            HeaderName::from_static("sunset"),
            HeaderName::from_static("x-request-id"),
        ])
        .max_age(Duration::from_hours(1))
}
