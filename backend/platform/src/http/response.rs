//! Responses of handlers.

use super::{Failure, etag};
use axum::{
    body::Bytes,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use shared_types::endpoint::{Endpoint, Method};

/// The typed response of an endpoint, with its success status.
pub struct ApiResponse<E: Endpoint>(pub E::Response);

impl<E: Endpoint> IntoResponse for ApiResponse<E> {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(E::STATUS).unwrap_or(StatusCode::OK);
        let mut response = match (status, E::METHOD) {
            (StatusCode::NO_CONTENT, _) => status.into_response(),
            (StatusCode::OK, Method::Get) => tagged_json(&self.0),
            _ => (status, axum::Json(self.0)).into_response(),
        };
        response
            .headers_mut()
            .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response
            .headers_mut()
            .insert(header::VARY, HeaderValue::from_static("Accept"));
        response
    }
}

/// The bytes that are allocated for a response at first. Most are smaller; a buffer that grows is copied each time.
const INITIAL_CAPACITY: usize = 8 * 1024;

/// A JSON response with its entity tag.
fn tagged_json(body: &impl Serialize) -> Response {
    let mut text = Vec::with_capacity(INITIAL_CAPACITY);
    if let Err(error) = serde_json::to_writer(&mut text, body) {
        return Failure::internal(error).into_response();
    }
    let body = Bytes::from(text);
    let tag = etag::tag(&body);
    let mut response = ([(header::CONTENT_TYPE, "application/json")], body).into_response();
    if let Some(tag) = tag {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

/// A response that also sets a cookie.
pub fn with_cookie(response: impl IntoResponse, cookie: &axum_extra::extract::cookie::Cookie<'_>) -> Response {
    let mut response = response.into_response();
    if let Ok(value) = HeaderValue::from_str(&cookie.to_string()) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
    response
}

/// A file to be saved under a name.
pub fn attachment(name: &str, kind: &'static str, file: Vec<u8>) -> Response {
    let disposition = format!("attachment; filename=\"{name}\"");
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_DISPOSITION, disposition.as_str()),
        (header::CACHE_CONTROL, "no-store"),
        (header::VARY, "Accept"),
    ];
    (headers, file).into_response()
}
