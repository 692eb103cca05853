//! Traces by OTLP: a request continues the trace of its caller, and its jobs and calls of outside systems continue its own.

use super::{Process, Stub};
use crate::support::{CLIENT, eventually, on_both};
use opentelemetry_proto::tonic::trace::v1::{Span, span::SpanKind};
use reqwest::Method;
use serde_json::json;

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER: &str = "00f0672200990217";

fn named(spans: &[Span], name: &str, kind: SpanKind) -> Option<Span> {
    let found = spans
        .iter()
        .find(|span| span.name == name && span.kind == i32::from(kind));
    found.cloned()
}

/// Requests a login code within the trace of the caller.
async fn request_code(process: &Process) {
    let sent = process
        .request(Method::POST, "/client/code/send")
        .header("traceparent", format!("00-{TRACE}-{CALLER}-01"))
        .json(&json!({"phone": CLIENT, "channel": "log"}))
        .send()
        .await
        .expect("an answer");
    assert_eq!(sent.status(), 202);
}

#[apply(on_both)]
async fn requests_jobs_and_calls_belong_to_one_trace(app: App) {
    let stub = Stub::start().await;
    let process = Process::start(&app, &stub, true).await;
    request_code(&process).await;
    let server = ("POST /{guard}/code/send", SpanKind::Server);
    let job = ("identity:code", SpanKind::Consumer);
    let call = ("cbr", SpanKind::Client);
    eventually("the spans are exported", async || {
        let spans = stub.spans();
        [server, job, call]
            .iter()
            .all(|(name, kind)| named(&spans, name, *kind).is_some())
    })
    .await;
    let spans = stub.spans();
    let find = |(name, kind): (&str, SpanKind)| named(&spans, name, kind).expect("was there");

    let server = find(server);
    assert_eq!(hex::encode(&server.trace_id), TRACE);
    assert_eq!(hex::encode(&server.parent_span_id), CALLER);
    let attributes = |span: &Span| -> Vec<String> { span.attributes.iter().map(|pair| pair.key.clone()).collect() };
    for expected in ["method", "route", "address", "request_id", "http.response.status_code"] {
        assert!(
            attributes(&server).iter().any(|key| key == expected),
            "{expected}: {:?}",
            attributes(&server)
        );
    }

    let job = find(job);
    assert_eq!(hex::encode(&job.trace_id), TRACE);
    assert_eq!(job.parent_span_id, server.span_id, "the job was caused by the request");

    // The schedule causes the job that calls the bank.
    let call = find(call);
    let (fetch, trace) = (
        named(&spans, "rates:fetch-cbr", SpanKind::Consumer),
        hex::encode(&call.trace_id),
    );
    assert_ne!(trace, TRACE);
    if let Some(fetch) = fetch {
        assert_eq!(call.parent_span_id, fetch.span_id);
    }
    let calls = stub.calls();
    let expected = format!("00-{trace}-{}-01", hex::encode(&call.span_id));
    assert!(
        calls.contains(&("/cbr".to_owned(), Some(expected.clone()))),
        "{expected}: {calls:?}"
    );
    process.stop().await;
    // The last spans were exported before the end.
    assert!(named(&stub.spans(), "rates:fetch-cbr", SpanKind::Consumer).is_some());
}

#[apply(on_both)]
async fn nothing_is_traced_without_a_collector(app: App) {
    let stub = Stub::start().await;
    let process = Process::start(&app, &stub, false).await;
    request_code(&process).await;
    eventually("the bank is called", async || {
        stub.calls().iter().any(|(path, _)| path == "/cbr")
    })
    .await;
    process.stop().await;
    assert_eq!(stub.spans(), []);
    assert!(stub.calls().iter().all(|(_, trace_parent)| trace_parent.is_none()));
    assert_eq!(app.count("jobs", "trace_parent IS NOT NULL").await, 0);
}
