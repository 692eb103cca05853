//! Logs and metrics. Neither contains personal data, tokens or codes.

use crate::{auth::Caller, rng};
use axum::{
    extract::{MatchedPath, Request},
    http::{HeaderName, HeaderValue},
    middleware::Next,
    response::Response,
};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::{sync::OnceLock, time::Instant};
use tower_http::request_id::{MakeRequestId, RequestId};
use tracing::{Span, field::Empty};
use tracing_subscriber::{EnvFilter, fmt, prelude::*};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

static METRICS: OnceLock<PrometheusHandle> = OnceLock::new();

/// Starts the log: JSON lines in production, text in development. `RUST_LOG` overrides the filter.
pub fn init_logging(json: bool) {
    let filter =
        EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info,sqlx=warn,sea_orm_migration=warn"));
    let registry = tracing_subscriber::registry().with(filter);
    let started = if json {
        registry.with(json_layer(std::io::stdout)).try_init()
    } else {
        registry.with(fmt::layer().with_target(false)).try_init()
    };
    if let Err(error) = started {
        tracing::debug!(%error, "log is already started");
    }
}

/// The format of the log in production: a JSON object per line, with the fields of the request in `span`.
pub fn json_layer<S, W>(writer: W) -> impl tracing_subscriber::Layer<S>
where
    S: tracing::Subscriber + for<'a> tracing_subscriber::registry::LookupSpan<'a>,
    W: for<'a> fmt::MakeWriter<'a> + 'static,
{
    fmt::layer()
        .json()
        .flatten_event(true)
        .with_span_list(false)
        .with_writer(writer)
}

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

/// Opens the span of a request. All log lines of the request carry its fields; those of the caller are recorded after
/// authentication.
pub fn request_span<B>(request: &axum::http::Request<B>) -> Span {
    let route = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    let request_id = request.headers().get(&REQUEST_ID).and_then(|id| id.to_str().ok());
    tracing::info_span!(
        "request",
        request_id,
        method = request.method().as_str(),
        route = route.unwrap_or("unmatched"),
        agent = Empty,
        actor = Empty,
        session = Empty,
    )
}

/// Adds the caller to the span of the request.
pub(crate) fn record_caller(caller: &Caller) {
    Span::current()
        .record("agent", caller.agent_id.0)
        .record("actor", caller.user_id.0)
        .record("session", caller.session_id.0);
}

/// The metrics in the format of Prometheus.
pub fn render_metrics() -> String {
    METRICS.get_or_init(install_recorder).render()
}

fn install_recorder() -> PrometheusHandle {
    let buckets = [
        0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0,
    ];
    let builder = PrometheusBuilder::new();
    let builder = match builder.set_buckets(&buckets) {
        Ok(builder) => builder,
        Err(_) => PrometheusBuilder::new(),
    };
    builder
        .install_recorder()
        .unwrap_or_else(|_| PrometheusBuilder::new().build_recorder().handle())
}

/// Counts and times each request by its route pattern, never by its URL.
pub async fn record_request(request: Request, next: Next) -> Response {
    METRICS.get_or_init(install_recorder);
    let started = Instant::now();
    let method = request.method().as_str().to_owned();
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or_else(|| "unmatched".to_owned(), |path| path.as_str().to_owned());
    let response = next.run(request).await;
    let status = response.status().as_u16();
    let elapsed = started.elapsed();
    let labels = [
        ("method", method.clone()),
        ("route", route.clone()),
        ("status", status.to_string()),
    ];
    metrics::counter!("http_requests_total", &labels).increment(1);
    metrics::histogram!("http_request_duration_seconds", &labels[..2]).record(elapsed);
    let elapsed_us = u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX);
    tracing::info!(status, elapsed_us, "request");
    response
}
