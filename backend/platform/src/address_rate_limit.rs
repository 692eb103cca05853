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

struct Window {
    since: Instant,
    requests: HashMap<Option<IpAddr>, u32>,
}

impl AddressRateLimit {
    /// A limit of requests per address and minute.
    pub(crate) fn new(per_minute: u32) -> Self {
        Self {
            per_minute,
            window: Mutex::new(Window {
                since: Instant::now(),
                requests: HashMap::new(),
            }),
        }
    }

    /// Counts a request. The error contains the seconds to wait. A request without an address, or
    /// from this machine, is not counted.
    pub(crate) fn take(&self, address: Option<IpAddr>) -> Result<(), i64> {
        let Some(key) = address.filter(|address| !address.is_loopback()).and_then(address_key) else {
            return Ok(());
        };
        let mut window = self.window.lock().unwrap_or_else(PoisonError::into_inner);
        if window.since.elapsed() >= WINDOW {
            *window = Window {
                since: Instant::now(),
                requests: HashMap::new(),
            };
        }
        let is_full = window.requests.len() >= MAX_ADDRESSES && !window.requests.contains_key(&Some(key));
        let requests = window.requests.entry((!is_full).then_some(key)).or_default();
        *requests = requests.saturating_add(1);
        if *requests > self.per_minute {
            let left = WINDOW.saturating_sub(window.since.elapsed());
            return Err(i64::try_from(left.as_secs()).unwrap_or(i64::MAX).saturating_add(1));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_has_its_own_count() {
        let limit = AddressRateLimit::new(2);
        let address = |text: &str| Some(text.parse().expect("an address"));
        assert_eq!(
            (limit.take(address("203.0.113.1")), limit.take(address("203.0.113.1"))),
            (Ok(()), Ok(()))
        );
        let wait = limit.take(address("203.0.113.1")).expect_err("over the limit");
        assert!((1..=60).contains(&wait), "{wait}");
        assert_eq!(limit.take(address("203.0.113.2")), Ok(()));
        for _ in 0..5 {
            assert_eq!(limit.take(None), Ok(()));
        }
    }
}
