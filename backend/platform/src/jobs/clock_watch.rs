//! Corrects jobs after the clock was set back. Times that were taken before lie in the future then: a job that was due would wait
//! until its time comes again.

use super::{
    queue::{LEASE_MINUTES, RETRY_DELAYS},
    row::job,
};
use crate::scope::{ScopedConnection, SystemScope};
use chrono::{DateTime, Duration, Utc};
use sea_orm::{
    Condition,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use std::time::Instant;

/// A smaller step back is not worth a correction: jobs wait no longer than the step. Other workers and replicas also write times that
/// are a little later than the time of a check.
const TOLERANCE: Duration = Duration::seconds(1);
/// Transactions that began before the step have ended after this time.
const SETTLING_TIME: std::time::Duration = std::time::Duration::from_secs(10);

/// Notices when the clock is set back.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ClockWatch {
    last_seen: Option<DateTime<Utc>>,
    repeat_at: Option<Instant>,
}

impl ClockWatch {
    /// Whether jobs have to be corrected: at the start, because the clock may have been set back before, after it was set back,
    /// and again later, because of transactions that were open at that moment.
    pub(super) fn needs_correction(&mut self, now: DateTime<Utc>, monotonic: Instant) -> bool {
        let is_set_back = self.last_seen.is_none_or(|last| now < last - TOLERANCE);
        self.last_seen = Some(now);
        if is_set_back {
            self.repeat_at = Some(monotonic + SETTLING_TIME);
            return true;
        }
        self.repeat_at.take_if(|at| *at <= monotonic).is_some()
    }
}

/// Makes jobs due that were due when they were written, and retries that are later than any retry can be, and shortens claims to
/// the length of a lease. A job with a delay or with a chosen time keeps its time. Returns the number of corrected times.
pub(super) async fn correct_future_times(system: &SystemScope, now: DateTime<Utc>) -> Result<u64, DbErr> {
    let longest_delay = RETRY_DELAYS.into_iter().max().unwrap_or_default();
    let late_retry = Condition::all()
        .add(job::Column::Attempts.gt(0))
        .add(job::Column::RunAt.gt(now + Duration::seconds(longest_delay)));
    let due_when_written = Expr::col(job::Column::RunAt).lte(Expr::col(job::Column::CreatedAt));
    let waiting = || {
        Condition::all()
            .add(job::Column::DoneAt.is_null())
            .add(job::Column::FailedAt.is_null())
    };
    let make_due = job::Entity::update_many()
        .col_expr(job::Column::RunAt, Expr::value(now))
        .filter(waiting())
        .filter(job::Column::RunAt.gt(now + TOLERANCE))
        .filter(Condition::any().add(due_when_written).add(late_retry));
    let corrected = system.update_count(make_due).await?;
    let end_of_lease = now + Duration::minutes(LEASE_MINUTES);
    let shorten_claims = job::Entity::update_many()
        .col_expr(job::Column::ClaimedUntil, Expr::value(end_of_lease))
        .filter(waiting())
        .filter(job::Column::RunAt.lte(now))
        .filter(job::Column::ClaimedUntil.gt(end_of_lease + TOLERANCE));
    Ok(corrected + system.update_count(shorten_claims).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn step_back_needs_a_correction_now_and_after_open_transactions() {
        let monotonic = Instant::now();
        let at = |seconds: i64| DateTime::from_timestamp(1_800_000_000 + seconds, 0).expect("a valid time");
        let mut watch = ClockWatch::default();
        assert!(watch.needs_correction(at(0), monotonic), "at the start");
        let settled = monotonic + SETTLING_TIME;
        assert!(watch.needs_correction(at(10), settled), "once more");
        assert!(!watch.needs_correction(at(90_000), settled), "a step forward");
        assert!(!watch.needs_correction(at(89_999), settled), "a small step");
        assert!(watch.needs_correction(at(3_600), settled), "a step back");
        assert!(!watch.needs_correction(at(3_601), settled));
        assert!(watch.needs_correction(at(3_610), settled + SETTLING_TIME), "once more");
        assert!(!watch.needs_correction(at(3_620), settled + SETTLING_TIME));
    }
}
