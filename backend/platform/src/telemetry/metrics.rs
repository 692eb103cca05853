//! Metrics: counted where something happens, observed when they are read.

use super::{catalogue, traces};
use crate::{clock, jobs, process, state::AppState};
use axum::{
    extract::{MatchedPath, Request},
    middleware::Next,
    response::Response,
};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use std::{sync::OnceLock, time::Duration};

/// Upper bounds of the times of requests and calls, in seconds.
const BUCKETS: [f64; 13] = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0,
];
/// Upper bounds of the times of jobs, in seconds. A job may run for four minutes.
const JOB_BUCKETS: [f64; 9] = [0.01, 0.05, 0.25, 1.0, 5.0, 20.0, 60.0, 120.0, 240.0];

static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();

/// Starts to record metrics. Later calls have no effect.
pub fn start_metrics() {
    RECORDER.get_or_init(install_recorder);
}

fn install_recorder() -> PrometheusHandle {
    let job_duration = Matcher::Full("karavan_job_duration_seconds".to_owned());
    let builder = PrometheusBuilder::new()
        .set_buckets(&BUCKETS)
        .and_then(|builder| builder.set_buckets_for_metric(job_duration, &JOB_BUCKETS));
    let handle = builder
        .and_then(PrometheusBuilder::install_recorder)
        .unwrap_or_else(|_| PrometheusBuilder::new().build_recorder().handle());
    catalogue::describe();
    handle
}

/// The metrics in the format of Prometheus.
pub async fn render_metrics(state: &AppState) -> String {
    let recorder = RECORDER.get_or_init(install_recorder);
    observe(state).await;
    recorder.run_upkeep();
    recorder.render()
}

#[expect(clippy::cast_precision_loss, reason = "a gauge has 53 bits of precision")]
const fn value(number: u64) -> f64 {
    number as f64
}

fn count(number: usize) -> f64 {
    value(u64::try_from(number).unwrap_or(u64::MAX))
}

fn flag(is_set: bool) -> f64 {
    f64::from(u8::from(is_set))
}

/// Sets the gauges.
async fn observe(state: &AppState) {
    let capacity = &state.capacity;
    metrics::gauge!("karavan_requests_in_progress").set(count(capacity.requests_in_progress()));
    metrics::gauge!("karavan_requests_waiting").set(count(state.db.waiting_requests()));
    metrics::gauge!("karavan_request_body_bytes").set(count(capacity.body_bytes()));
    metrics::gauge!("karavan_connections").set(count(capacity.open_connections()));
    metrics::gauge!("karavan_sockets").set(count(state.hub.len()));
    metrics::gauge!("karavan_socket_subscriptions").set(count(state.hub.sessions().len()));
    metrics::gauge!("karavan_hashes_waiting").set(count(state.hasher.waiting()));
    let (open, idle) = state.db.pool_size();
    metrics::gauge!("karavan_database_connections", "state" => "idle").set(idle);
    metrics::gauge!("karavan_database_connections", "state" => "used").set(open.saturating_sub(idle));
    metrics::gauge!("karavan_database_connections_max").set(state.config.database_connections);
    let (open, idle) = state.db.read_connections();
    metrics::gauge!("karavan_database_read_connections", "state" => "idle").set(idle);
    metrics::gauge!("karavan_database_read_connections", "state" => "used").set(open.saturating_sub(idle));
    let now = state.clock.now();
    for circuit in state.breaker.circuits_at(now) {
        metrics::gauge!("karavan_circuit_open", "system" => circuit.system, "caller" => circuit.caller)
            .set(flag(circuit.is_open));
    }
    metrics::gauge!("karavan_build_info", "version" => env!("CARGO_PKG_VERSION")).set(1.0);
    observe_process();
    let statistics = if state.database_health.is_lost() {
        None
    } else {
        jobs::statistics(&state.db, now)
            .await
            .inspect_err(|error| tracing::warn!(%error, "jobs could not be counted"))
            .ok()
    };
    metrics::gauge!("karavan_database_up").set(flag(statistics.is_some()));
    if let Some(jobs) = statistics {
        metrics::gauge!("karavan_jobs_due").set(value(jobs.due));
        metrics::gauge!("karavan_jobs_due_seconds").set(value(jobs.oldest_seconds));
        metrics::gauge!("karavan_jobs_dead").set(value(jobs.dead));
    }
}

fn observe_process() {
    let Some(usage) = process::usage() else { return };
    metrics::counter!("process_cpu_seconds_total").absolute(usage.cpu_seconds);
    metrics::gauge!("process_resident_memory_bytes").set(value(usage.resident_bytes));
    metrics::gauge!("process_virtual_memory_bytes").set(value(usage.virtual_bytes));
    metrics::gauge!("process_threads").set(value(usage.threads));
    metrics::gauge!("process_open_fds").set(value(usage.open_files));
    if let Some(most) = usage.max_files {
        metrics::gauge!("process_max_fds").set(value(most));
    }
    metrics::gauge!("process_start_time_seconds").set(value(usage.started_at));
}

/// Counts and times each request by its route pattern, never by its URL.
pub async fn record_request(request: Request, next: Next) -> Response {
    start_metrics();
    let started = clock::monotonic();
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
    traces::record_status(status);
    let elapsed_us = u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX);
    tracing::info!(status, elapsed_us, "request");
    response
}

/// Starts the counters of a kind of job at zero.
pub(crate) fn register_job(kind: &'static str) {
    start_metrics();
    metrics::counter!("karavan_jobs_failed_total", "kind" => kind).increment(0);
    metrics::counter!("karavan_jobs_given_up_total", "kind" => kind).increment(0);
}

/// Times an attempt of a job.
pub(crate) fn record_job(kind: &str, elapsed: Duration) {
    metrics::histogram!("karavan_job_duration_seconds", "kind" => kind.to_owned()).record(elapsed);
}
