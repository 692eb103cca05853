//! Logs and metrics. Neither contains personal data, tokens or codes.

use axum::{
    extract::{MatchedPath, Request},
    middleware::Next,
    response::Response,
};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::{sync::OnceLock, time::Instant};
use tracing_subscriber::{EnvFilter, fmt, prelude::*};

static METRICS: OnceLock<PrometheusHandle> = OnceLock::new();

/// Starts the log: JSON lines in production, text in development. `RUST_LOG` overrides the filter.
pub fn init_logging(json: bool) {
    let filter =
        EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info,sqlx=warn,sea_orm_migration=warn"));
    let registry = tracing_subscriber::registry().with(filter);
    let started = if json {
        registry.with(fmt::layer().json().flatten_event(true)).try_init()
    } else {
        registry.with(fmt::layer().with_target(false)).try_init()
    };
    if let Err(error) = started {
        tracing::debug!(%error, "log is already started");
    }
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
    let request_id = request
        .headers()
        .get("x-request-id")
        .and_then(|id| id.to_str().ok())
        .unwrap_or_default()
        .to_owned();
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
    tracing::info!(%method, %route, status, elapsed_us, %request_id, "request");
    response
}
