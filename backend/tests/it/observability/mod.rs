//! The metrics and traces of a running server. The server is a process of its own, because both belong to a process.

mod metrics;
mod traces;

use crate::support::{App, eventually};
use axum::{
    Router,
    body::Bytes,
    extract::{Request, State},
    http::{HeaderMap, StatusCode, Uri},
};
use opentelemetry_proto::tonic::{collector::trace::v1::ExportTraceServiceRequest, trace::v1::Span};
use prost::Message as _;
use std::{
    net::SocketAddr,
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::net::TcpListener;

/// The requests that the stub has received.
#[derive(Default)]
struct Received {
    spans: Vec<Span>,
    /// Paths of other requests, with their `traceparent`.
    calls: Vec<(String, Option<String>)>,
}

/// A collector of traces, and an outside system that is down.
#[derive(Clone)]
struct Stub {
    address: SocketAddr,
    received: Arc<Mutex<Received>>,
}

impl Stub {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let stub = Self {
            address: listener.local_addr().expect("its address"),
            received: Arc::default(),
        };
        let router = Router::new().fallback(receive).with_state(Arc::clone(&stub.received));
        tokio::spawn(async move { axum::serve(listener, router).await.expect("the stub serves") });
        stub
    }

    fn spans(&self) -> Vec<Span> {
        let received = self.received.lock().unwrap_or_else(PoisonError::into_inner);
        received.spans.clone()
    }

    fn calls(&self) -> Vec<(String, Option<String>)> {
        let received = self.received.lock().unwrap_or_else(PoisonError::into_inner);
        received.calls.clone()
    }
}

async fn receive(
    State(received): State<Arc<Mutex<Received>>>,
    uri: Uri,
    headers: HeaderMap,
    request: Request,
) -> StatusCode {
    let body: Bytes = axum::body::to_bytes(request.into_body(), 1 << 24)
        .await
        .expect("a body");
    let mut received = received.lock().unwrap_or_else(PoisonError::into_inner);
    if uri.path() != "/v1/traces" {
        let trace_parent = headers.get("traceparent").and_then(|value| value.to_str().ok());
        received
            .calls
            .push((uri.path().to_owned(), trace_parent.map(ToOwned::to_owned)));
        return StatusCode::SERVICE_UNAVAILABLE;
    }
    assert_eq!(headers["content-type"], "application/x-protobuf");
    let export = ExportTraceServiceRequest::decode(body).expect("a message of the protocol");
    for resource in export.resource_spans {
        let service = resource.resource.expect("a resource").attributes;
        assert!(service.iter().any(|attribute| attribute.key == "service.name"));
        let spans = resource.scope_spans.into_iter().flat_map(|scope| scope.spans);
        received.spans.extend(spans);
    }
    StatusCode::OK
}

/// A running `karavan serve` on the database of a test.
struct Process {
    /// `None` once it was asked to stop.
    child: Option<Child>,
    address: String,
    client: reqwest::Client,
}

impl Process {
    /// Starts the server. All outside systems are the stub, and traces go there if `exports_traces`.
    async fn start(app: &App, stub: &Stub, exports_traces: bool) -> Self {
        let port = TcpListener::bind("127.0.0.1:0")
            .await
            .and_then(|listener| listener.local_addr())
            .expect("a port");
        let outside = format!("http://{}", stub.address);
        let mut command = Command::new(env!("CARGO_BIN_EXE_karavan"));
        command
            .arg("serve")
            .env("DATABASE_URL", &app.database_url)
            .env("BIND", port.to_string())
            .env("REALTIME_BIND", "none")
            .env("PUBLIC_URL", format!("http://{port}"))
            .env("MEDIA_URL", "memory:")
            .env("MESSENGERS", "log")
            .env("CBR_URL", format!("{outside}/cbr"))
            .env("TELEGRAM_TOKEN", "1:token")
            .env("TELEGRAM_API_URL", &outside)
            .stdout(Stdio::null())
            .current_dir(std::env::temp_dir());
        if exports_traces {
            command
                .env("OTEL_EXPORTER_OTLP_ENDPOINT", &outside)
                .env("OTEL_BSP_SCHEDULE_DELAY", "100");
        }
        let process = Self {
            child: Some(command.spawn().expect("the server starts")),
            address: format!("http://{port}"),
            client: platform::http_client::builder()
                .timeout(Duration::from_secs(20))
                .build()
                .expect("a client"),
        };
        eventually("the server is ready", async || {
            let ready = process.client.get(format!("{}/readyz", process.address)).send().await;
            ready.is_ok_and(|response| response.status().is_success())
        })
        .await;
        process
    }

    fn request(&self, method: reqwest::Method, path: &str) -> reqwest::RequestBuilder {
        self.client
            .request(method, format!("{}{path}", self.address))
            .header("accept", "application/json")
    }

    /// Asks the server to stop, and waits for its end.
    async fn stop(mut self) {
        let mut child = self.child.take().expect("the server runs");
        let stopped = tokio::task::spawn_blocking(move || {
            let id = child.id().to_string();
            let asked = Command::new("kill").args(["-TERM", &id]).status().expect("kill runs");
            asked.success() && child.wait().expect("the server ends").success()
        });
        assert!(stopped.await.expect("a task"));
    }
}

/// A failed test leaves no server behind.
impl Drop for Process {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
