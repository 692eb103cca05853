//! The time, as a value that tests can control.

use chrono::{DateTime, Duration, SubsecRound, Utc};
use shared_types::month::CalendarMonth;
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Instant,
};

/// The monotonic time, for measuring durations. What depends on it has it as a parameter, so that tests choose it.
pub fn monotonic() -> Instant {
    Instant::now()
}

/// The month of a time in UTC.
pub fn month(time: DateTime<Utc>) -> CalendarMonth {
    CalendarMonth::from_day(time.date_naive())
}

/// The source of the current time.
#[derive(Clone, Debug, Default)]
pub enum Clock {
    /// The system's clock.
    #[default]
    System,
    /// A clock that moves only by [`Clock::advance`].
    Manual(Arc<Mutex<DateTime<Utc>>>),
}

impl Clock {
    /// A manual clock, set to `now`.
    pub fn at(now: DateTime<Utc>) -> Self {
        Self::Manual(Arc::new(Mutex::new(now)))
    }

    /// The current time in microseconds, the precision of both databases.
    #[expect(clippy::disallowed_methods, reason = "the one place that reads the system's clock")]
    pub fn now(&self) -> DateTime<Utc> {
        match self {
            Self::System => Utc::now().trunc_subsecs(6),
            Self::Manual(now) => *now.lock().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// Moves a manual clock forward; has no effect on the system's clock.
    pub fn advance(&self, by: Duration) {
        if let Self::Manual(now) = self {
            let mut now = now.lock().unwrap_or_else(PoisonError::into_inner);
            *now += by;
        }
    }
}
