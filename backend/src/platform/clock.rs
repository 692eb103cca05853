//! The time, as a value that tests can hold.

use chrono::{DateTime, Duration, SubsecRound, Utc};
use std::sync::{Arc, Mutex, PoisonError};

/// Where operations take the time from.
#[derive(Clone, Debug, Default)]
pub enum Clock {
    /// The system's clock.
    #[default]
    System,
    /// A clock that stands until it is moved.
    Manual(Arc<Mutex<DateTime<Utc>>>),
}

impl Clock {
    /// A clock that stands at `now`.
    pub fn at(now: DateTime<Utc>) -> Self {
        Self::Manual(Arc::new(Mutex::new(now)))
    }

    /// The time, to the microsecond: what both databases keep.
    #[expect(clippy::disallowed_methods, reason = "the one place that reads the system's clock")]
    pub fn now(&self) -> DateTime<Utc> {
        match self {
            Self::System => Utc::now().trunc_subsecs(6),
            Self::Manual(now) => *now.lock().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// Moves a manual clock on; the system's stays as it is.
    pub fn advance(&self, by: Duration) {
        if let Self::Manual(now) = self {
            let mut now = now.lock().unwrap_or_else(PoisonError::into_inner);
            *now += by;
        }
    }
}
