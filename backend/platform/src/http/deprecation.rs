//! Endpoints that are to be removed: the headers `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link`, and 410 after the sunset.

use super::Failure;
use crate::clock::Clock;
use axum::{
    extract::{Request, State},
    http::{HeaderName, HeaderValue, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use chrono::DateTime;
use shared_types::{endpoint::Deprecation, problem::ProblemCode};

/// Announces the end of an endpoint in each response, also in a refusal.
pub(super) async fn announce_end(
    State((clock, deprecation)): State<(Clock, Deprecation)>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = if clock.now().timestamp() >= deprecation.sunset {
        Failure::from(ProblemCode::EndpointRemoved).into_response()
    } else {
        next.run(request).await
    };
    for (name, value) in headers(deprecation) {
        if let Ok(value) = HeaderValue::from_str(&value) {
            response.headers_mut().append(name, value);
        }
    }
    response
}

fn headers(deprecation: Deprecation) -> [(HeaderName, String); 3] {
    let sunset = DateTime::from_timestamp(deprecation.sunset, 0).unwrap_or_default();
    [
        (
            HeaderName::from_static("deprecation"),
            format!("@{}", deprecation.since),
        ),
        (
            HeaderName::from_static("sunset"),
            sunset.format("%a, %d %b %Y %H:%M:%S GMT").to_string(),
        ),
        (
            header::LINK,
            format!("<{}>; rel=\"successor-version\"", deprecation.successor),
        ),
    ]
}
