//! Limits on how often an address or a key may ask, in memory and per replica. See ADR 0191.
//!
//! Attempts to guess a secret are limited by [`crate::throttle`] in the database.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// The length of a window.
pub(crate) const WINDOW: Duration = Duration::from_mins(1);
/// Most callers of a window that are counted. Beyond that, unknown callers share one count.
const MAX_CALLERS: usize = 50_000;

/// Counts requests per caller and minute.
pub(crate) struct RateLimit<K> {
    per_minute: u32,
    window: Mutex<Window<K>>,
}

struct Window<K> {
    since: Instant,
    requests: HashMap<Option<K>, u32>,
}

/// The rest of a limit after a request was counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Count {
    pub(crate) per_minute: u32,
    /// Further requests that the window allows.
    pub(crate) remaining: u32,
    /// Seconds until the next window.
    pub(crate) seconds: i64,
    /// Whether the request exceeds the limit.
    pub(crate) is_exceeded: bool,
}

impl<K: Eq + Hash> RateLimit<K> {
    /// A limit of requests per caller and minute.
    pub(crate) fn new(per_minute: u32, now: Instant) -> Self {
        Self {
            per_minute,
            window: Mutex::new(Window {
                since: now,
                requests: HashMap::new(),
            }),
        }
    }

    /// Counts a request.
    pub(crate) fn take(&self, caller: K, now: Instant) -> Count {
        let mut window = self.window.lock().unwrap_or_else(PoisonError::into_inner);
        let mut passed = now.saturating_duration_since(window.since);
        if passed >= WINDOW {
            passed = Duration::ZERO;
            *window = Window {
                since: now,
                requests: HashMap::new(),
            };
        }
        let caller = Some(caller);
        let is_full = window.requests.len() >= MAX_CALLERS && !window.requests.contains_key(&caller);
        let requests = window.requests.entry(caller.filter(|_| !is_full)).or_default();
        *requests = requests.saturating_add(1);
        let left = WINDOW.saturating_sub(passed);
        Count {
            per_minute: self.per_minute,
            remaining: self.per_minute.saturating_sub(*requests),
            seconds: i64::try_from(left.as_secs()).unwrap_or(i64::MAX).saturating_add(1),
            is_exceeded: *requests > self.per_minute,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock;

    #[test]
    fn each_caller_has_its_own_count() {
        let now = clock::monotonic();
        let limit = RateLimit::new(2, now);
        let take = |caller| {
            let count = limit.take(caller, now);
            (count.remaining, count.is_exceeded)
        };
        assert_eq!((take("a"), take("a"), take("a")), ((1, false), (0, false), (0, true)));
        assert_eq!(take("b"), (1, false));
    }

    #[test]
    fn count_starts_again_after_a_minute() {
        let start = clock::monotonic();
        let limit = RateLimit::new(1, start);
        let take = |seconds| {
            let count = limit.take((), start + Duration::from_secs(seconds));
            (count.is_exceeded, count.seconds)
        };
        assert_eq!((take(0), take(1), take(59)), ((false, 61), (true, 60), (true, 2)));
        assert_eq!((take(60), take(61), take(119)), ((false, 61), (true, 60), (true, 2)));
        assert_eq!(take(600), (false, 61));
    }
}
