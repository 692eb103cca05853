//! Headers that the authorization layer adds to a response: limits, and whether it is a replay.

use crate::{
    http::Failure,
    rate_limit::{Count, WINDOW},
};
use axum::{
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue},
};
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

const REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

/// Whether the response of a request with an idempotency key is a stored one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Replay(Arc<AtomicBool>);

impl Replay {
    /// Follows the request, if it has a key.
    pub(super) fn follow(request: &mut Request) -> Option<Self> {
        request.headers().get("idempotency-key")?;
        let replay = Self::default();
        request.extensions_mut().insert(replay.clone());
        Some(replay)
    }

    /// Notes that the stored response is sent again.
    pub(crate) fn note(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A limit, by what it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Policy {
    Key,
    Address,
}

impl Policy {
    const fn name(self) -> &'static str {
        match self {
            Self::Key => "key",
            Self::Address => "address",
        }
    }
}

/// Which limits were counted. Requests that share it as an extension count as one, as all requests of one message to `/mcp` do.
#[derive(Clone, Debug, Default)]
pub struct CountedLimits(Arc<[AtomicBool; 2]>);

/// Headers for the response of a request.
#[derive(Default)]
pub(super) struct ResponseNotes {
    counted: CountedLimits,
    counts: Vec<(Policy, Count)>,
    pub(super) replay: Option<Replay>,
}

impl ResponseNotes {
    pub(super) fn new(counted: Option<&CountedLimits>) -> Self {
        Self {
            counted: counted.cloned().unwrap_or_default(),
            ..Self::default()
        }
    }

    /// Counts a request, and refuses it if it exceeds the limit.
    pub(super) fn count(&mut self, policy: Policy, count: impl FnOnce() -> Option<Count>) -> Result<(), Failure> {
        if self.counted.0[policy as usize].swap(true, Ordering::Relaxed) {
            return Ok(());
        }
        let Some(count) = count() else {
            return Ok(());
        };
        self.counts.push((policy, count));
        if count.is_exceeded {
            return Err(Failure::too_many_requests(count.seconds));
        }
        Ok(())
    }

    /// Adds the headers. Draft 11 of the rate limit headers: a list of policies, and what is left of them.
    pub(super) fn write(&self, headers: &mut HeaderMap) {
        if self
            .replay
            .as_ref()
            .is_some_and(|replay| replay.0.load(Ordering::Relaxed))
        {
            headers.insert(REPLAYED, HeaderValue::from_static("true"));
        }
        if self.counts.is_empty() {
            return;
        }
        let window = WINDOW.as_secs();
        let list = |item: &dyn Fn(&str, &Count) -> String| {
            let items = self.counts.iter().map(|(policy, count)| item(policy.name(), count));
            items.collect::<Vec<_>>().join(", ")
        };
        let policies = list(&|name, count| format!("\"{name}\";q={};w={window}", count.per_minute));
        let left = list(&|name, count| format!("\"{name}\";r={};t={}", count.remaining, count.seconds));
        for (name, value) in [("ratelimit-policy", policies), ("ratelimit", left)] {
            if let Ok(value) = HeaderValue::from_str(&value) {
                headers.insert(HeaderName::from_static(name), value);
            }
        }
    }
}
