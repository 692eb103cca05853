//! The layer that renders every error as `application/problem+json`, whatever part of the stack it came from.

use super::Failure;
use axum::{
    body::Body,
    extract::Request,
    http::{HeaderValue, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use shared_types::problem::{Problem, ProblemCode};

const REQUEST_ID: &str = "x-request-id";

/// A response with this extension has a body that describes its error, in the form of another protocol.
#[derive(Clone, Copy, Debug)]
pub struct DescribesError;

/// Renders problems with the request's path and id. A bare error status of a library becomes a problem too.
pub async fn render_problems(request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    let request_id = request
        .headers()
        .get(REQUEST_ID)
        .and_then(|id| id.to_str().ok())
        .map(ToOwned::to_owned);
    let mut response = next.run(request).await;
    let status = response.status();
    let problem = match response.extensions_mut().remove::<Problem>() {
        Some(problem) => problem,
        None if response.extensions().get::<DescribesError>().is_some() => return response,
        None if status.is_client_error() || status.is_server_error() => Problem::new(code_for_status(status)),
        None => return response,
    };
    let problem = Problem {
        instance: Some(path),
        request_id,
        ..problem
    };
    let body = serde_json::to_vec(&problem).unwrap_or_default();
    let (mut parts, _) = response.into_parts();
    parts.status = StatusCode::from_u16(problem.status).unwrap_or(status);
    parts.headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/problem+json"),
    );
    parts
        .headers
        .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    parts.headers.remove(header::CONTENT_LENGTH);
    if parts.status == StatusCode::UNAUTHORIZED {
        parts
            .headers
            .insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    Response::from_parts(parts, Body::from(body))
}

fn code_for_status(status: StatusCode) -> ProblemCode {
    match status {
        StatusCode::NOT_FOUND => ProblemCode::NotFound,
        StatusCode::METHOD_NOT_ALLOWED => ProblemCode::MethodNotAllowed,
        StatusCode::PAYLOAD_TOO_LARGE => ProblemCode::BodyTooLarge,
        StatusCode::UNSUPPORTED_MEDIA_TYPE => ProblemCode::UnsupportedMediaType,
        // The time limit of a request. Its problem has status 503: after a 408, some clients repeat a request at once.
        StatusCode::REQUEST_TIMEOUT => ProblemCode::TimedOut,
        StatusCode::UNPROCESSABLE_ENTITY => ProblemCode::ValidationFailed,
        status if status.is_client_error() => ProblemCode::BodyMalformed,
        StatusCode::SERVICE_UNAVAILABLE => ProblemCode::Unavailable,
        _ => ProblemCode::Internal,
    }
}

/// Handles requests to an unknown path.
pub async fn route_not_found() -> Response {
    Failure::from(ProblemCode::RouteNotFound).into_response()
}

/// Handles requests with a method that the path does not have.
pub async fn method_not_allowed() -> Response {
    Failure::from(ProblemCode::MethodNotAllowed).into_response()
}
