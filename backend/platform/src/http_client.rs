//! Clients for outside systems.

use crate::{
    crypto,
    telemetry::{self, CallOutcome},
};
use reqwest::{Client, ClientBuilder, RequestBuilder, Response, redirect::Policy};
use std::{error::Error, iter, time::Duration};

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

/// An error with its causes, as text. Without the URL, which can contain a key.
pub fn describe(error: reqwest::Error) -> String {
    let error = error.without_url();
    let causes = iter::successors(Some(&error as &dyn Error), |&error| error.source());
    let texts: Vec<String> = causes.map(ToString::to_string).collect();
    texts.join(": ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn description_has_the_cause_and_not_the_url() {
        // Nothing listens on port 1.
        let client = builder(Duration::from_secs(5)).build().expect("a client");
        let failed = client.get("http://127.0.0.1:1/secret").send().await;
        let text = describe(failed.expect_err("no connection"));
        assert!(text.contains("refused") && !text.contains("secret"), "{text}");
    }
}
