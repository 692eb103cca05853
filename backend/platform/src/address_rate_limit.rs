//! Limits on how often an address may do something cheap that needs no login, in memory and per replica.
//!
//! Attempts to guess a secret are limited by [`crate::throttle`] in the database.

use crate::quota::address_key;
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// The length of a window.
const WINDOW: Duration = Duration::from_mins(1);
/// Most addresses of a window that are counted. Beyond that, unknown addresses share one count.
const MAX_ADDRESSES: usize = 50_000;

/// Counts requests per address and minute.
pub(crate) struct AddressRateLimit {
    per_minute: u32,
    window: Mutex<Window>,
}

#[derive(Default)]
struct Window {
    /// The first request.
    since: Option<Instant>,
    requests: HashMap<Option<IpAddr>, u32>,
}

impl AddressRateLimit {
    /// A limit of requests per address and minute.
    pub(crate) fn new(per_minute: u32) -> Self {
        Self {
            per_minute,
            window: Mutex::default(),
        }
    }

    /// Counts a request. The error contains the seconds to wait. A request without an address, or
    /// from this machine, is not counted.
    pub(crate) fn take(&self, address: Option<IpAddr>, now: Instant) -> Result<(), i64> {
        let Some(key) = address.filter(|address| !address.is_loopback()).and_then(address_key) else {
            return Ok(());
        };
        let mut window = self.window.lock().unwrap_or_else(PoisonError::into_inner);
        let since = *window.since.get_or_insert(now);
        let mut passed = now.saturating_duration_since(since);
        if passed >= WINDOW {
            passed = Duration::ZERO;
            *window = Window {
                since: Some(now),
                requests: HashMap::new(),
            };
        }
        let is_full = window.requests.len() >= MAX_ADDRESSES && !window.requests.contains_key(&Some(key));
        let requests = window.requests.entry((!is_full).then_some(key)).or_default();
        *requests = requests.saturating_add(1);
        if *requests > self.per_minute {
            let left = WINDOW.saturating_sub(passed);
            return Err(i64::try_from(left.as_secs()).unwrap_or(i64::MAX).saturating_add(1));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock;

    fn address(text: &str) -> Option<IpAddr> {
        text.parse().ok()
    }

    #[test]
    fn each_address_has_its_own_count() {
        let (limit, now) = (AddressRateLimit::new(2), clock::monotonic());
        for _ in 0..2 {
            assert_eq!(limit.take(address("203.0.113.1"), now), Ok(()));
        }
        assert_eq!(limit.take(address("203.0.113.1"), now), Err(61));
        assert_eq!(limit.take(address("203.0.113.2"), now), Ok(()));
        for _ in 0..5 {
            assert_eq!(limit.take(None, now), Ok(()));
        }
    }

    #[test]
    fn count_starts_again_after_a_minute() {
        let (limit, start) = (AddressRateLimit::new(1), clock::monotonic());
        let take = |seconds| limit.take(address("203.0.113.1"), start + Duration::from_secs(seconds));
        assert_eq!((take(0), take(1), take(59)), (Ok(()), Err(60), Err(2)));
        assert_eq!((take(60), take(61), take(119)), (Ok(()), Err(60), Err(2)));
        assert_eq!(take(600), Ok(()));
    }
}
