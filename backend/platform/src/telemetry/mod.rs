//! Logs, metrics and traces. None contains tokens or codes, and of people only their ids; the log has the addresses of clients, too.

mod calls;
mod catalogue;
mod log;
mod metrics;
mod traces;

pub(crate) use calls::{CallOutcome, record_call};
pub use catalogue::{METRICS, Metric, MetricKind};
pub use log::{json_layer, start};
pub(crate) use metrics::{record_job, register_job};
pub use metrics::{record_request, render_metrics, start_metrics};
pub use traces::Traces;
pub(crate) use traces::{SpanRole, join_trace, record_failure, trace_parent};

use crate::{auth::Caller, rng};
use axum::{
    extract::{MatchedPath, Request},
    http::{HeaderMap, HeaderName, HeaderValue},
};
use shared_types::id::{AgentId, SessionId, UserId};
use std::{collections::BTreeSet, net::IpAddr};
use tower_http::request_id::{MakeRequestId, RequestId};
use tracing::{Span, field::Empty};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Generates the ids of requests that have none.
#[derive(Clone, Copy, Debug)]
pub struct NewRequestId;

impl MakeRequestId for NewRequestId {
    fn make_request_id<B>(&mut self, _: &axum::http::Request<B>) -> Option<RequestId> {
        HeaderValue::from_str(&rng::request_id()).ok().map(RequestId::new)
    }
}

/// Removes a request id that is not 1 to 64 ASCII letters, digits, hyphens or underscores, so that a new one is generated.
pub fn drop_invalid_request_id(mut request: Request) -> Request {
    let is_valid = request.headers().get(&REQUEST_ID).is_some_and(|id| {
        let is_allowed = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-' || *byte == b'_';
        (1..=64).contains(&id.len()) && id.as_bytes().iter().all(is_allowed)
    });
    if !is_valid {
        request.headers_mut().remove(&REQUEST_ID);
    }
    request
}

/// Opens the span of a request. All log lines of the request carry its fields; the caller's fields are recorded after
/// authentication.
pub fn request_span<B>(request: &axum::http::Request<B>) -> Span {
    let route = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    let request_id = request.headers().get(&REQUEST_ID).and_then(|id| id.to_str().ok());
    let (method, route) = (request.method().as_str(), route.unwrap_or("unmatched"));
    let span = tracing::info_span!(
        "request",
        request_id,
        method,
        route,
        address = Empty,
        agent = Empty,
        actor = Empty,
        session = Empty,
        key = Empty,
        trace_id = Empty,
        otel.name = Empty,
        otel.kind = Empty,
    );
    join_trace(&span, &format!("{method} {route}"), SpanRole::Server(request.headers()));
    span
}

/// Opens the span of a socket that a request was upgraded to. It outlives the request and has its id; the session is recorded with
/// the first subscription.
pub fn socket_span(headers: &HeaderMap) -> Span {
    let request_id = headers.get(&REQUEST_ID).and_then(|id| id.to_str().ok());
    tracing::info_span!(
        parent: None,
        "socket",
        request_id,
        agent = Empty,
        actor = Empty,
        session = Empty,
    )
}

/// Adds the session that subscribes to the span of its socket.
pub fn record_subscriber(agent: Option<AgentId>, actor: Option<UserId>, session: Option<SessionId>) {
    Span::current()
        .record("agent", agent.map(|id| id.0))
        .record("actor", actor.map(|id| id.0))
        .record("session", session.map(|id| id.0));
}

/// Adds the person of an extension to the span of the request, and the agent if the person is a client of one only.
pub(crate) fn record_extension(actor: UserId, agents: impl Iterator<Item = AgentId>) {
    let agents: BTreeSet<AgentId> = agents.collect();
    let agent = agents.first().filter(|_| agents.len() == 1);
    Span::current()
        .record("agent", agent.map(|id| id.0))
        .record("actor", actor.0);
}

/// Adds the client's address to the span of the request.
pub(crate) fn record_address(address: IpAddr) {
    Span::current().record("address", tracing::field::display(address));
}

/// Adds the caller to the span of the request.
pub(crate) fn record_caller(caller: &Caller) {
    Span::current()
        .record("agent", caller.agent_id.0)
        .record("actor", caller.user_id.0)
        .record("session", caller.session().map(|id| id.0))
        .record("key", caller.key().map(|key| key.id.0));
}
