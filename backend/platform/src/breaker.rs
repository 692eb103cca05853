//! Circuit breakers: while an outside system is down, calls of it fail at once instead of waiting for a timeout.
//!
//! Requests have a circuit for each system, and so has each kind of job: announcements that fail do not stop login codes.
//!
//! It is our own implementation because it uses the server's [`Clock`](super::clock::Clock), as every other timer does.

use chrono::{DateTime, Duration, Utc};
use std::{
    collections::HashMap,
    future::Future,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Consecutive failures that open a circuit.
const FAILURE_THRESHOLD: u32 = 5;
/// How long a circuit stays open. After that, one call may try.
const OPEN_DURATION: Duration = Duration::seconds(30);

tokio::task_local! {
    /// The kind of the job that is running.
    static JOB_KIND: &'static str;
}

/// Runs a job of a kind: its calls count for the circuits of its kind.
pub async fn run_as_job<T>(kind: &'static str, job: impl Future<Output = T>) -> T {
    JOB_KIND.scope(kind, job).await
}

/// Who calls: the kind of the running job, or a request.
fn caller() -> &'static str {
    JOB_KIND.try_with(|kind| *kind).unwrap_or(REQUEST)
}

/// The caller that is no job.
pub const REQUEST: &str = "request";

#[derive(Debug, Default)]
struct Circuit {
    failures: u32,
    open_until: Option<DateTime<Utc>>,
}

/// The circuit of a system for a caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CircuitState {
    pub system: &'static str,
    /// The kind of job, or [`REQUEST`].
    pub caller: &'static str,
    pub is_open: bool,
}

/// The circuits of a replica, by the name of the system and the caller.
#[derive(Clone, Debug, Default)]
pub struct Breaker(Arc<Mutex<Circuits>>);

type Circuits = HashMap<(&'static str, &'static str), Circuit>;

impl Breaker {
    fn circuits(&self) -> MutexGuard<'_, Circuits> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The time until which the circuit is open, or `None` when the system may be called. When the time is over, the first caller
    /// may try, and the circuit stays open for the others.
    pub fn open_until(&self, system: &'static str, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let mut circuits = self.circuits();
        let circuit = circuits.entry((system, caller())).or_default();
        let until = circuit.open_until?;
        if until > now {
            return Some(until);
        }
        circuit.open_until = Some(now + OPEN_DURATION);
        None
    }

    /// Whether the circuit is open. Unlike [`Self::open_until`], it allows no trial call.
    pub fn is_open(&self, system: &'static str, now: DateTime<Utc>) -> bool {
        self.is_open_for(caller(), system, now)
    }

    /// Whether the circuit is open for a caller.
    pub fn is_open_for(&self, caller: &'static str, system: &'static str, now: DateTime<Utc>) -> bool {
        let circuits = self.circuits();
        let until = circuits.get(&(system, caller)).and_then(|circuit| circuit.open_until);
        until.is_some_and(|until| until > now)
    }

    /// The circuits of the systems that were called since the start.
    pub fn circuits_at(&self, now: DateTime<Utc>) -> Vec<CircuitState> {
        let circuits = self.circuits();
        let states = circuits.iter().map(|(&(system, caller), circuit)| CircuitState {
            system,
            caller,
            is_open: circuit.open_until.is_some_and(|until| until > now),
        });
        states.collect()
    }

    /// Records that the system answered, regardless of the result.
    pub fn on_success(&self, system: &'static str) {
        if let Some(circuit) = self.circuits().get_mut(&(system, caller())) {
            *circuit = Circuit::default();
        }
    }

    /// Records that the system did not answer, or that it reported an outage.
    pub fn on_failure(&self, system: &'static str, now: DateTime<Utc>) {
        let mut circuits = self.circuits();
        let circuit = circuits.entry((system, caller())).or_default();
        circuit.failures += 1;
        if circuit.failures >= FAILURE_THRESHOLD {
            if circuit.failures == FAILURE_THRESHOLD {
                tracing::error!(system, caller = caller(), "circuit opened: outside system is down");
            }
            circuit.open_until = Some(now + OPEN_DURATION);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_circuit_lets_one_caller_try_after_the_pause() {
        let (breaker, now) = (Breaker::default(), DateTime::UNIX_EPOCH);
        for _ in 0..FAILURE_THRESHOLD {
            assert_eq!(breaker.open_until("a", now), None);
            breaker.on_failure("a", now);
        }
        assert_eq!(breaker.open_until("a", now), Some(now + OPEN_DURATION));
        assert_eq!(breaker.open_until("b", now), None);
        assert!(breaker.is_open("a", now) && !breaker.is_open("a", now + OPEN_DURATION));
        let later = now + OPEN_DURATION;
        assert_eq!(breaker.open_until("a", later), None, "one caller tries");
        assert_eq!(
            breaker.open_until("a", later),
            Some(later + OPEN_DURATION),
            "the others wait"
        );
        breaker.on_success("a");
        assert_eq!(breaker.open_until("a", later), None);
        breaker.on_failure("a", later);
        assert_eq!(
            breaker.open_until("a", later),
            None,
            "one failure does not open the circuit"
        );
    }

    #[tokio::test]
    async fn each_kind_of_job_has_its_own_circuit() {
        let (breaker, now) = (Breaker::default(), DateTime::UNIX_EPOCH);
        run_as_job("news", async {
            for _ in 0..FAILURE_THRESHOLD {
                breaker.on_failure("a", now);
            }
            assert!(breaker.is_open("a", now));
        })
        .await;
        run_as_job("codes", async { assert_eq!(breaker.open_until("a", now), None) }).await;
        assert!(!breaker.is_open("a", now), "requests have a circuit of their own");
        let mut states = breaker.circuits_at(now);
        states.sort_by_key(|state| state.caller);
        let state = |caller, is_open| CircuitState {
            system: "a",
            caller,
            is_open,
        };
        assert_eq!(states, [state("codes", false), state("news", true)]);
    }
}
