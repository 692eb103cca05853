//! Traces: spans are exported by OTLP over HTTP if a collector is configured, and requests, jobs and calls of outside systems pass
//! their trace on (W3C Trace Context). See ADR 0065.

use crate::{config::TracesConfig, http_client};
use bytes::Bytes;
use http::{HeaderMap, Request, Response};
use opentelemetry::{
    Context,
    propagation::{Extractor, TextMapPropagator},
    trace::{Status, TraceContextExt, TracerProvider},
};
use opentelemetry_http::{HttpClient, HttpError};
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::{
    Resource,
    propagation::TraceContextPropagator,
    trace::{SdkTracer, SdkTracerProvider},
};
use std::{collections::HashMap, sync::OnceLock, time::Duration};
use tokio::{runtime::Handle, time::timeout};
use tracing::{Span, Subscriber};
use tracing_opentelemetry::{OpenTelemetryLayer, OpenTelemetrySpanExt};
use tracing_subscriber::registry::LookupSpan;

/// How long the collector may take.
const EXPORT_TIMEOUT: Duration = Duration::from_secs(10);
/// The largest answer of the collector, in bytes: it reports rejected spans.
const MAX_ANSWER: usize = 1 << 20;
const TRACEPARENT: &str = "traceparent";

/// Set once traces are exported. Without a collector the spans get no further fields.
static EXPORTING: OnceLock<()> = OnceLock::new();

/// The export of traces.
pub struct Traces(SdkTracerProvider);

impl Traces {
    /// Exports the remaining spans. It takes at most a few seconds.
    pub async fn stop(self) {
        // The exporter waits for its own thread, which sends on this runtime.
        let stopped = tokio::task::spawn_blocking(move || self.0.shutdown_with_timeout(EXPORT_TIMEOUT / 2)).await;
        if let Ok(Err(error)) = stopped {
            tracing::warn!(%error, "last traces could not be exported");
        }
    }
}

/// Sends with our own client, so that the exporter needs no other one.
#[derive(Clone, Debug)]
struct CollectorClient {
    client: reqwest::Client,
    runtime: Handle,
}

#[async_trait::async_trait]
impl HttpClient for CollectorClient {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let client = self.client.clone();
        let exchange = async move {
            let mut response = client.execute(request.try_into()?).await?;
            let mut body = Vec::new();
            while let Some(chunk) = response.chunk().await?
                && body.len() < MAX_ANSWER
            {
                body.extend_from_slice(&chunk);
            }
            let mut answer = Response::new(Bytes::from(body));
            *answer.status_mut() = response.status();
            answer.headers_mut().clone_from(response.headers());
            Ok::<_, reqwest::Error>(answer)
        };
        // The exporter has a thread of its own, outside of the runtime.
        let sent = self.runtime.spawn(async { timeout(EXPORT_TIMEOUT, exchange).await });
        Ok(sent.await??.map_err(reqwest::Error::without_url)?)
    }
}

/// Starts the export. Returns it with the layer that feeds it.
pub(super) fn start<S>(config: &TracesConfig) -> Result<(Traces, OpenTelemetryLayer<S, SdkTracer>), String>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    let failed = |error: &dyn std::fmt::Display| format!("traces can't be exported: {error}");
    let client = http_client::builder().build().map_err(|error| failed(&error))?;
    let exporter = SpanExporter::builder()
        .with_http()
        .with_http_client(CollectorClient {
            client,
            runtime: Handle::current(),
        })
        .with_endpoint(format!("{}/v1/traces", config.endpoint))
        .with_protocol(Protocol::HttpBinary)
        .with_timeout(EXPORT_TIMEOUT)
        .build()
        .map_err(|error| failed(&error))?;
    let resource = Resource::builder()
        .with_service_name(config.service_name.clone())
        .build();
    let provider = SdkTracerProvider::builder()
        .with_batch_exporter(exporter)
        .with_resource(resource)
        .build();
    let layer = tracing_opentelemetry::layer()
        .with_tracer(provider.tracer("karavan"))
        .with_location(false)
        .with_threads(false)
        .with_tracked_inactivity(false);
    EXPORTING.get_or_init(|| ());
    Ok((Traces(provider), layer))
}

struct Headers<'a>(&'a HeaderMap);

impl Extractor for Headers<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key)?.to_str().ok()
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(http::HeaderName::as_str).collect()
    }
}

/// The role of a span in a trace.
#[derive(Clone, Copy)]
pub(crate) enum SpanRole<'a> {
    /// A request, with the trace of its caller.
    Server(&'a HeaderMap),
    /// A job, with the trace of its cause.
    Consumer(Option<&'a str>),
    /// A call of an outside system.
    Client,
}

/// Names a span for traces, and makes it a part of the trace that it continues. The span must declare the fields `otel.name`,
/// `otel.kind` and `trace_id`, and must not have been entered.
pub(crate) fn join_trace(span: &Span, name: &str, role: SpanRole<'_>) {
    if EXPORTING.get().is_none() {
        return;
    }
    let propagator = TraceContextPropagator::new();
    let (kind, parent) = match role {
        SpanRole::Server(headers) => ("server", Some(propagator.extract(&Headers(headers)))),
        SpanRole::Consumer(Some(trace_parent)) => {
            let carrier = HashMap::from([(TRACEPARENT.to_owned(), trace_parent.to_owned())]);
            ("consumer", Some(propagator.extract(&carrier)))
        }
        SpanRole::Consumer(None) => ("consumer", None),
        SpanRole::Client => ("client", None),
    };
    span.record("otel.name", name).record("otel.kind", kind);
    if let Some(parent) = parent.filter(|parent| parent.span().span_context().is_valid())
        && let Err(error) = span.set_parent(parent)
    {
        tracing::debug!(%error, "span does not continue its trace");
    }
    let context = span.context();
    if let Some(id) = trace_id(&context) {
        span.record("trace_id", id);
    }
}

fn trace_id(context: &Context) -> Option<String> {
    let span = context.span();
    let id = span.span_context();
    id.is_valid().then(|| id.trace_id().to_string())
}

/// The `traceparent` of calls and jobs that this span causes; `None` when traces are not exported.
pub(crate) fn trace_parent(span: &Span) -> Option<String> {
    EXPORTING.get()?;
    let mut carrier = HashMap::new();
    TraceContextPropagator::new().inject_context(&span.context(), &mut carrier);
    carrier.remove(TRACEPARENT)
}

/// Adds the status of a response to the span of its request.
pub(super) fn record_status(status: u16) {
    if EXPORTING.get().is_none() {
        return;
    }
    let span = Span::current();
    span.set_attribute("http.response.status_code", i64::from(status));
    if status >= 500 {
        span.set_status(Status::error(""));
    }
}

/// Marks the current span as failed.
pub(crate) fn record_failure(span: &Span, reason: &str) {
    if EXPORTING.get().is_some() {
        span.set_status(Status::error(reason.to_owned()));
    }
}
