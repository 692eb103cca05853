//! Clients for outside systems.

use crate::{
    crypto,
    telemetry::{self, CallOutcome},
};
use reqwest::{Client, ClientBuilder, RequestBuilder, Response, redirect::Policy};
use std::time::Duration;

/// Starts a client that names the product, follows no redirects and gives up after the timeout.
pub fn builder(timeout: Duration) -> ClientBuilder {
    crypto::install();
    Client::builder()
        .timeout(timeout)
        .redirect(Policy::none())
        .user_agent(concat!("Karavan/", env!("CARGO_PKG_VERSION")))
}

/// Sends a request to an outside system. The call is counted and timed, and carries the trace of its cause.
pub async fn send(system: &'static str, request: RequestBuilder) -> reqwest::Result<Response> {
    let call = |span: &tracing::Span| {
        let request = match telemetry::trace_parent(span) {
            Some(trace_parent) => request.header("traceparent", trace_parent),
            None => request,
        };
        request.send()
    };
    telemetry::record_call(system, call, |sent| match sent {
        Ok(response) if response.status().is_server_error() => CallOutcome::Failed,
        Ok(response) if response.status().is_client_error() => CallOutcome::Refused,
        Ok(_) => CallOutcome::Ok,
        Err(error) if error.is_timeout() => CallOutcome::Timeout,
        Err(_) => CallOutcome::Failed,
    })
    .await
}
