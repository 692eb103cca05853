//! Calls of outside systems: counted, timed and traced.

use super::traces;
use crate::clock;
use std::future::Future;
use tracing::{Instrument, Span};

/// How a call of an outside system ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CallOutcome {
    /// The system did what was requested.
    Ok,
    /// The system answered that it would not.
    Refused,
    /// The system could not be reached, or has a fault.
    Failed,
    /// The system did not answer in time.
    Timeout,
}

impl CallOutcome {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Refused => "refused",
            Self::Failed => "failed",
            Self::Timeout => "timeout",
        }
    }
}

/// Counts and times a call of an outside system, in a span of its own. `call` gets the span.
pub(crate) async fn record_call<T, F>(
    system: &'static str,
    call: impl FnOnce(&Span) -> F,
    outcome: impl FnOnce(&T) -> CallOutcome,
) -> T
where
    F: Future<Output = T>,
{
    let span = tracing::info_span!(
        "call",
        system,
        trace_id = tracing::field::Empty,
        otel.name = tracing::field::Empty,
        otel.kind = tracing::field::Empty,
    );
    traces::join_trace(&span, system, traces::SpanRole::Client);
    let started = clock::monotonic();
    let result = call(&span).instrument(span.clone()).await;
    let outcome = outcome(&result);
    if matches!(outcome, CallOutcome::Failed | CallOutcome::Timeout) {
        traces::record_failure(&span, outcome.as_str());
    }
    metrics::counter!("karavan_outside_calls_total", "system" => system, "outcome" => outcome.as_str()).increment(1);
    metrics::histogram!("karavan_outside_call_duration_seconds", "system" => system).record(started.elapsed());
    result
}
