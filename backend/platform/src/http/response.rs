//! Responses of handlers.

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use shared_types::endpoint::Endpoint;

/// The typed response of an endpoint, with its success status.
pub struct ApiResponse<E: Endpoint>(pub E::Response);

impl<E: Endpoint> IntoResponse for ApiResponse<E> {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(E::STATUS).unwrap_or(StatusCode::OK);
        let mut response = if status == StatusCode::NO_CONTENT {
            status.into_response()
        } else {
            (status, axum::Json(self.0)).into_response()
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
