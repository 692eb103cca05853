//! A circuit breaker for each outside system: while a system is down, calls to it fail at once instead of waiting for a timeout.
//!
//! It is our own implementation because it uses the server's [`Clock`](super::clock::Clock), as every other timer does.

use chrono::{DateTime, Duration, Utc};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Consecutive failures that open a circuit.
const FAILURE_THRESHOLD: u32 = 5;
/// How long a circuit stays open. After that, one call may try.
const OPEN_DURATION: Duration = Duration::seconds(30);

#[derive(Debug, Default)]
struct Circuit {
    failures: u32,
    open_until: Option<DateTime<Utc>>,
}

/// The circuits of a replica, by the name of the system.
#[derive(Clone, Debug, Default)]
pub struct Breaker(Arc<Mutex<HashMap<&'static str, Circuit>>>);

impl Breaker {
    fn circuits(&self) -> MutexGuard<'_, HashMap<&'static str, Circuit>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The time until which the circuit is open, or `None` when the system may be called. When the time is over, the first caller
    /// may try, and the circuit stays open for the others.
    pub fn open_until(&self, system: &'static str, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let mut circuits = self.circuits();
        let circuit = circuits.get_mut(system)?;
        let until = circuit.open_until?;
        if until > now {
            return Some(until);
        }
        circuit.open_until = Some(now + OPEN_DURATION);
        None
    }

    /// Whether the circuit is open. Unlike [`Self::open_until`], it allows no trial call.
    pub fn is_open(&self, system: &str, now: DateTime<Utc>) -> bool {
        let circuits = self.circuits();
        let until = circuits.get(system).and_then(|circuit| circuit.open_until);
        until.is_some_and(|until| until > now)
    }

    /// The systems that have failed since the start, and whether their circuit is open.
    pub(crate) fn circuits_at(&self, now: DateTime<Utc>) -> Vec<(&'static str, bool)> {
        let circuits = self.circuits();
        let is_open = |circuit: &Circuit| circuit.open_until.is_some_and(|until| until > now);
        circuits
            .iter()
            .map(|(system, circuit)| (*system, is_open(circuit)))
            .collect()
    }

    /// Records that the system answered, regardless of the result.
    pub fn on_success(&self, system: &'static str) {
        if let Some(circuit) = self.circuits().get_mut(system) {
            *circuit = Circuit::default();
        }
    }

    /// Records that the system did not answer, or that it reported an outage.
    pub fn on_failure(&self, system: &'static str, now: DateTime<Utc>) {
        let mut circuits = self.circuits();
        let circuit = circuits.entry(system).or_default();
        circuit.failures += 1;
        if circuit.failures >= FAILURE_THRESHOLD {
            if circuit.failures == FAILURE_THRESHOLD {
                tracing::error!(system, "circuit opened: outside system is down");
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
        assert_eq!(breaker.circuits_at(now), [("a", true)]);
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
        assert_eq!(breaker.circuits_at(later), [("a", false)]);
        breaker.on_failure("a", later);
        assert_eq!(
            breaker.open_until("a", later),
            None,
            "one failure does not open the circuit"
        );
    }
}
