//! An outside system that is down is left alone for a while: its callers would only wait for it, one after another.
//!
//! Of our own, for it goes by the [`Clock`](super::clock::Clock) of the server, as everything does that waits.

use chrono::{DateTime, Duration, Utc};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Failures in a row after which a system counts as down.
const FAILURES: u32 = 5;
/// How long it is left alone then; after that one call may try.
const PAUSE: Duration = Duration::seconds(30);

#[derive(Debug, Default)]
struct Line {
    failures: u32,
    left_alone_until: Option<DateTime<Utc>>,
}

/// What a replica knows of the systems it calls, by their names.
#[derive(Clone, Debug, Default)]
pub struct Breaker(Arc<Mutex<HashMap<&'static str, Line>>>);

impl Breaker {
    fn lines(&self) -> MutexGuard<'_, HashMap<&'static str, Line>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Until when the system is to be left alone; none when it may be called. After a pause one caller tries and the others
    /// go on waiting.
    pub fn closed_until(&self, system: &'static str, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let mut lines = self.lines();
        let line = lines.get_mut(system)?;
        let until = line.left_alone_until?;
        if until > now {
            return Some(until);
        }
        line.left_alone_until = Some(now + PAUSE);
        None
    }

    /// The system answered, whatever it said.
    pub fn worked(&self, system: &'static str) {
        self.lines().remove(system);
    }

    /// The system did not answer, or said that it can't.
    pub fn failed(&self, system: &'static str, now: DateTime<Utc>) {
        let mut lines = self.lines();
        let line = lines.entry(system).or_default();
        line.failures += 1;
        if line.failures >= FAILURES {
            if line.failures == FAILURES {
                tracing::error!(system, "an outside system is down and left alone for a while");
            }
            line.left_alone_until = Some(now + PAUSE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_that_is_down_is_left_alone_and_tried_by_one() {
        let (breaker, now) = (Breaker::default(), DateTime::UNIX_EPOCH);
        for _ in 0..FAILURES {
            assert_eq!(breaker.closed_until("a", now), None);
            breaker.failed("a", now);
        }
        assert_eq!(breaker.closed_until("a", now), Some(now + PAUSE));
        assert_eq!(breaker.closed_until("b", now), None);
        let later = now + PAUSE;
        assert_eq!(breaker.closed_until("a", later), None, "one tries");
        assert_eq!(breaker.closed_until("a", later), Some(later + PAUSE), "the others wait");
        breaker.worked("a");
        assert_eq!(breaker.closed_until("a", later), None);
        breaker.failed("a", later);
        assert_eq!(
            breaker.closed_until("a", later),
            None,
            "a single failure is none of many"
        );
    }
}
