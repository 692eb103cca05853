//! Calls of outside systems over HTTP: each ends in its time-out, reads a bounded answer, and counts for the circuit of its system.

mod builder;

pub use builder::{builder, describe, for_entered_addresses};

use crate::{
    state::AppState,
    telemetry::{self, CallOutcome},
};
use reqwest::{
    Client, RequestBuilder, StatusCode,
    header::{HeaderName, LOCATION, RETRY_AFTER},
};
use serde_json::Value;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, OnceLock, PoisonError},
    time::Duration,
};
use tokio::{sync::Semaphore, time::timeout};

/// A service that is overloaded answers with this status. It works, so its circuit stays closed.
const OVERLOADED: u16 = 529;

/// Calls of one system at the same time. The others wait: requests that wait for an outside system leave room for all others.
const MAX_CALLS: usize = 16;
/// How long a call waits for its turn.
const TURN_PATIENCE: Duration = Duration::from_secs(5);

/// An outside system with an HTTP API.
#[derive(Clone, Copy, Debug)]
pub struct OutsideSystem {
    /// The name in metrics and of the circuit.
    pub name: &'static str,
    /// Most time of a call, from the connection to the last byte of the answer.
    pub timeout: Duration,
    /// The largest accepted answer, in bytes.
    pub max_answer: usize,
}

/// The answer of an outside system, regardless of its status.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: StatusCode,
    /// The delay that the system asks for, in seconds.
    pub retry_after: Option<i64>,
    /// The address that the system redirects to.
    pub location: Option<String>,
    pub body: Vec<u8>,
}

impl Answer {
    /// The body as JSON; null if it is none.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// The system is down, so it was not called.
    #[error("{0} is down, its circuit is open")]
    CircuitOpen(&'static str),
    /// Too many calls of the system are running.
    #[error("too many calls of {0} are running")]
    Busy(&'static str),
    /// The system was called and did not answer as it should. The text has no URL, which can contain a key.
    #[error("{0}")]
    NoAnswer(String),
}

/// The client of the process; it keeps connections open.
pub fn shared() -> Result<&'static Client, CallError> {
    static CLIENT: OnceLock<Client> = OnceLock::new();
    if let Some(client) = CLIENT.get() {
        return Ok(client);
    }
    let client = builder()
        .build()
        .map_err(|error| CallError::NoAnswer(describe(error)))?;
    Ok(CLIENT.get_or_init(|| client))
}

/// Calls an outside system, unless its circuit is open.
pub async fn call(state: &AppState, system: &OutsideSystem, request: RequestBuilder) -> Result<Answer, CallError> {
    if state.breaker.open_until(system.name, state.clock.now()).is_some() {
        return Err(CallError::CircuitOpen(system.name));
    }
    attempt(state, system, request).await
}

/// Calls an outside system whose circuit the caller has checked.
pub async fn attempt(state: &AppState, system: &OutsideSystem, request: RequestBuilder) -> Result<Answer, CallError> {
    let turn = timeout(TURN_PATIENCE, turns_of(system.name).acquire_owned()).await;
    let Ok(Ok(_turn)) = turn else {
        return Err(CallError::Busy(system.name));
    };
    let limit = system.timeout.min(state.config.outside_patience);
    let call = |span: &tracing::Span| {
        let request = match telemetry::trace_parent(span) {
            Some(trace_parent) => request.header("traceparent", trace_parent),
            None => request,
        };
        timeout(limit, receive(request, system.max_answer))
    };
    let received = telemetry::record_call(system.name, call, |received| match received {
        Ok(Ok(answer)) if answer.status.is_server_error() => CallOutcome::Failed,
        Ok(Ok(answer)) if answer.status.is_client_error() => CallOutcome::Refused,
        Ok(Ok(_)) => CallOutcome::Ok,
        Ok(Err(_)) => CallOutcome::Failed,
        Err(_) => CallOutcome::Timeout,
    })
    .await;
    let answer = received.unwrap_or_else(|_| Err(format!("no answer within {limit:?}")));
    match &answer {
        Ok(answer) if !answer.status.is_server_error() || answer.status.as_u16() == OVERLOADED => {
            state.breaker.on_success(system.name);
        }
        _ => state.breaker.on_failure(system.name, state.clock.now()),
    }
    answer.map_err(CallError::NoAnswer)
}

/// The turns of a system in this process.
fn turns_of(system: &'static str) -> Arc<Semaphore> {
    static TURNS: OnceLock<Mutex<HashMap<&str, Arc<Semaphore>>>> = OnceLock::new();
    let turns = TURNS.get_or_init(Mutex::default);
    let mut turns = turns.lock().unwrap_or_else(PoisonError::into_inner);
    let turns = turns.entry(system);
    Arc::clone(turns.or_insert_with(|| Arc::new(Semaphore::new(MAX_CALLS))))
}

async fn receive(request: RequestBuilder, max: usize) -> Result<Answer, String> {
    let mut response = request.send().await.map_err(describe)?;
    let header = |name: HeaderName| response.headers().get(name)?.to_str().ok().map(ToOwned::to_owned);
    let retry_after = header(RETRY_AFTER).and_then(|seconds| seconds.parse().ok());
    let location = header(LOCATION);
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(describe)? {
        if body.len() + chunk.len() > max {
            return Err(format!("the answer has more than {max} bytes"));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(Answer {
        status: response.status(),
        retry_after,
        location,
        body,
    })
}
