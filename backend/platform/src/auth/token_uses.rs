//! When the uses of extension tokens were recorded, so that not every request writes.

use chrono::{DateTime, Duration, Utc};
use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The use of a token from the same address is recorded at most once in this time: each record is a commit of its own.
const INTERVAL: Duration = Duration::minutes(1);
/// From this number on, uses that are older are removed.
const MAX_TOKENS: usize = 10_000;

struct RecordedUse {
    at: DateTime<Utc>,
    address: Option<String>,
}

/// The last recorded use of each token, by the hash of the token. Other replicas have their own.
#[derive(Default)]
pub(crate) struct TokenUses {
    recorded: Mutex<HashMap<String, RecordedUse>>,
}

impl TokenUses {
    /// Whether this replica has recorded a use of the token from the address less than a minute ago.
    pub(super) fn is_recorded(&self, token_hash: &str, address: Option<&str>, now: DateTime<Utc>) -> bool {
        let recorded = self.recorded();
        let last = recorded.get(token_hash);
        last.is_some_and(|last| is_recent(last, now) && last.address.as_deref() == address)
    }

    pub(super) fn record(&self, token_hash: String, address: Option<String>, at: DateTime<Utc>) {
        let mut recorded = self.recorded();
        if recorded.len() >= MAX_TOKENS {
            recorded.retain(|_, last| is_recent(last, at));
        }
        recorded.insert(token_hash, RecordedUse { at, address });
    }

    fn recorded(&self) -> MutexGuard<'_, HashMap<String, RecordedUse>> {
        self.recorded.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A clock that was set back makes a use not recent.
fn is_recent(last: &RecordedUse, now: DateTime<Utc>) -> bool {
    (Duration::zero()..INTERVAL).contains(&(now - last.at))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000 + seconds, 0).expect("a time")
    }

    #[test]
    fn a_use_is_recorded_for_a_minute_and_an_address() {
        let uses = TokenUses::default();
        assert!(!uses.is_recorded("a", Some("192.0.2.1"), at(0)));
        uses.record("a".to_owned(), Some("192.0.2.1".to_owned()), at(0));
        assert!(uses.is_recorded("a", Some("192.0.2.1"), at(0)));
        assert!(uses.is_recorded("a", Some("192.0.2.1"), at(59)));
        assert!(!uses.is_recorded("a", Some("192.0.2.1"), at(60)));
        assert!(!uses.is_recorded("a", Some("192.0.2.1"), at(-1)));
        assert!(!uses.is_recorded("a", Some("192.0.2.2"), at(1)));
        assert!(!uses.is_recorded("a", None, at(1)));
        assert!(!uses.is_recorded("b", Some("192.0.2.1"), at(1)));
    }

    #[test]
    fn old_uses_are_removed() {
        let uses = TokenUses::default();
        for token in 0..MAX_TOKENS {
            uses.record(token.to_string(), None, at(i64::from(token >= 10) * 50));
        }
        uses.record("last".to_owned(), None, at(60));
        assert_eq!(uses.recorded().len(), MAX_TOKENS - 10 + 1);
        assert!(uses.is_recorded("last", None, at(60)));
    }
}
