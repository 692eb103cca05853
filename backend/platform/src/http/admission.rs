//! The layer that decides whether this replica has room for a request.

use super::{
    ClientAddress, Failure,
    body::{BodyMemory, MeteredBody},
};
use crate::state::AppState;
use axum::{
    body::{Body, HttpBody},
    extract::{Request, State},
    http::{HeaderValue, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

/// Answered even when other requests are refused: probes and metrics show the problem.
const ALWAYS_ANSWERED: [&str; 3] = ["/healthz", "/readyz", "/metrics"];

/// Refuses a request at once when too many are in progress or the database is lost, and counts and times its body.
pub async fn admit_request(State(state): State<AppState>, request: Request, next: Next) -> Response {
    if ALWAYS_ANSWERED.contains(&request.uri().path()) {
        return next.run(request).await;
    }
    let address = request.extensions().get::<ClientAddress>().map(|address| address.0);
    let refuse = |reason: &'static str, failure: Failure| {
        metrics::counter!("karavan_requests_refused_total", "reason" => reason).increment(1);
        failure.into_response()
    };
    let Some(_slot) = state.capacity.take_request(address) else {
        return refuse("busy", Failure::busy());
    };
    if state.database_health.is_lost() {
        return refuse("database", Failure::unavailable());
    }
    let Some(share) = state.capacity.body_memory(address) else {
        return refuse("busy", Failure::busy());
    };
    let memory = BodyMemory::new(share);
    let mut request = request;
    if !request.body().is_end_stream() {
        let patience = state.config.capacity.body_patience;
        let counted = std::sync::Arc::clone(&memory);
        request = request.map(|body| Body::new(MeteredBody::new(body, counted, patience)));
        request.extensions_mut().insert(std::sync::Arc::clone(&memory));
    }
    let mut response = tokio::select! {
        response = next.run(request) => response,
        // Uncommitted changes are rolled back, and statements stop waiting for a connection.
        () = state.database_health.lost() => refuse("database", Failure::unavailable()),
    };
    // The connections that a proxy keeps end one by one before the listener is closed.
    if state.is_shutting_down() && response.status() != StatusCode::SWITCHING_PROTOCOLS {
        let headers = response.headers_mut();
        headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    response
}
