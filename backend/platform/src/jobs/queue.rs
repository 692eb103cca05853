//! The table of jobs: enqueue, claim, finish.

use super::row::{MAX_ATTEMPTS, NewJob, job, new_row};
use crate::{
    db::Db,
    scope::{ScopedConnection, SystemScope},
};
use chrono::{DateTime, Duration, Utc};
use sea_orm::{
    Condition, FromQueryResult, QueryOrder, QuerySelect, QueryTrait, Statement,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, LockBehavior, LockType, OnConflict},
};

/// The lease of a claimed job; longer than a worker lets any job run.
pub(super) const LEASE_MINUTES: i64 = 5;
/// Delays between attempts, in seconds; the same as well-known webhook senders use.
pub(super) const RETRY_DELAYS: [i64; 7] = [5, 300, 1800, 7200, 18_000, 36_000, 36_000];

/// Enqueues a job in the transaction of its cause, so that it exists exactly when the cause does. Returns whether it is new.
pub async fn enqueue(rows: &impl ScopedConnection, new: NewJob<'_>, now: DateTime<Utc>) -> Result<bool, DbErr> {
    rows.enqueue(new, now).await
}

/// The attempts of a scheduled job: it is retried until the next slot brings a new job.
fn attempts_within(period: Duration) -> i32 {
    let mut elapsed = 0;
    let waits = RETRY_DELAYS.iter().take_while(|wait| {
        elapsed += **wait;
        elapsed < period.num_seconds()
    });
    i32::try_from(waits.count()).map_or(MAX_ATTEMPTS, |waits| waits + 1)
}

/// The slot of a schedule that a time falls into.
pub fn schedule_slot(period: Duration, now: DateTime<Utc>) -> i64 {
    now.timestamp().div_euclid(period.num_seconds().clamp(1, i64::MAX))
}

/// Enqueues the job of a slot, unless another replica has.
pub(super) async fn enqueue_scheduled(
    system: &SystemScope,
    kind: &str,
    period: Duration,
    now: DateTime<Utc>,
) -> Result<bool, DbErr> {
    let slot = schedule_slot(period, now);
    let new = NewJob::immediate(kind, "", now).with_dedupe_key(format!("{kind}:{slot}"));
    let unique = OnConflict::column(job::Column::DedupeKey);
    system
        .insert_if_absent(new_row(new, attempts_within(period), now), unique)
        .await
}

/// Claims the due job of these kinds that has waited longest, if any.
///
/// Jobs of other kinds are left to replicas that know them: during an upgrade two versions run side by side.
pub(super) async fn claim(
    system: &SystemScope,
    worker: &str,
    kinds: impl IntoIterator<Item = &'static str> + Send,
    now: DateTime<Utc>,
) -> Result<Option<job::Model>, DbErr> {
    let free = Condition::any()
        .add(job::Column::ClaimedUntil.is_null())
        .add(job::Column::ClaimedUntil.lt(now));
    let next = job::Entity::find()
        .select_only()
        .column(job::Column::Id)
        .filter(job::Column::DoneAt.is_null())
        .filter(job::Column::FailedAt.is_null())
        .filter(job::Column::RunAt.lte(now))
        .filter(job::Column::Kind.is_in(kinds))
        .filter(free)
        .order_by_asc(job::Column::RunAt)
        .order_by_asc(job::Column::Id)
        .limit(1)
        // Workers never wait for each other's job. SQLite serializes writers anyway.
        .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked)
        .into_query();
    let update = job::Entity::update_many()
        .col_expr(job::Column::ClaimedBy, Expr::value(worker))
        .col_expr(
            job::Column::ClaimedUntil,
            Expr::value(now + Duration::minutes(LEASE_MINUTES)),
        )
        .col_expr(job::Column::Attempts, Expr::col(job::Column::Attempts).add(1))
        // Equality instead of IN: PostgreSQL may run a subquery of IN again and lock a second row.
        .filter(Expr::col(job::Column::Id).eq(Expr::from(next)));
    Ok(system.update(update).await?.pop())
}

/// The job while this worker's claim is valid. A later claim increments the attempts.
fn still_claimed(job: &job::Model) -> Condition {
    Condition::all()
        .add(job::Column::Id.eq(job.id))
        .add(job::Column::Attempts.eq(job.attempts))
        .add(job::Column::DoneAt.is_null())
}

/// Marks a job as done. Returns whether the worker's claim was still valid.
pub(super) async fn mark_done(system: &SystemScope, job: &job::Model, now: DateTime<Utc>) -> Result<bool, DbErr> {
    let update = job::Entity::update_many()
        .col_expr(job::Column::DoneAt, Expr::value(now))
        .filter(still_claimed(job));
    Ok(system.update_count(update).await? > 0)
}

/// Schedules the next attempt, or marks the job as dead after the last one. Returns whether the job is dead.
pub(super) async fn mark_failed(
    system: &SystemScope,
    job: &job::Model,
    error: &str,
    now: DateTime<Utc>,
) -> Result<bool, DbErr> {
    let attempts = usize::try_from(job.attempts).unwrap_or(1);
    let is_dead = job.attempts >= job.max_attempts;
    let wait = RETRY_DELAYS.get(attempts.saturating_sub(1)).copied().unwrap_or(36_000);
    let update = job::Entity::update_many()
        .col_expr(job::Column::LastError, Expr::value(error))
        .col_expr(job::Column::ClaimedUntil, Expr::value(None::<DateTime<Utc>>))
        .col_expr(job::Column::RunAt, Expr::value(now + Duration::seconds(wait)))
        .col_expr(job::Column::FailedAt, Expr::value(is_dead.then_some(now)))
        .filter(still_claimed(job));
    Ok(system.update_count(update).await? > 0 && is_dead)
}

/// Numbers of jobs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QueueStatistics {
    /// Jobs that could run now and wait for a worker.
    pub(crate) due: u64,
    /// How long the oldest of them has waited.
    pub(crate) oldest_seconds: u64,
    /// Jobs that failed in every attempt.
    pub(crate) dead: u64,
}

#[derive(FromQueryResult)]
struct StatisticsRow {
    due: i64,
    dead: i64,
    oldest: Option<DateTime<Utc>>,
}

/// Counts the waiting and the dead jobs. Each count reads a partial index.
pub(crate) async fn statistics(db: &Db, now: DateTime<Utc>) -> Result<QueueStatistics, DbErr> {
    let sql = "SELECT (SELECT COUNT(*) FROM jobs WHERE failed_at IS NOT NULL) AS dead, \
               COUNT(*) AS due, MIN(run_at) AS oldest FROM jobs \
               WHERE done_at IS NULL AND failed_at IS NULL AND run_at <= $1 \
               AND (claimed_until IS NULL OR claimed_until < $2)";
    let backend = db.pool.get_database_backend();
    let statement = Statement::from_sql_and_values(backend, sql, [now.into(), now.into()]);
    let row = StatisticsRow::find_by_statement(statement).one(&db.pool).await?;
    let row = row.ok_or_else(|| DbErr::RecordNotFound("the count of jobs".to_owned()))?;
    let whole = |number: i64| u64::try_from(number).unwrap_or_default();
    Ok(QueueStatistics {
        due: whole(row.due),
        oldest_seconds: whole(row.oldest.map_or(0, |oldest| (now - oldest).num_seconds())),
        dead: whole(row.dead),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scheduled_job_is_retried_until_the_next_slot() {
        for (minutes, attempts) in [(1, 2), (15, 3), (60, 4), (60 * 24, 7)] {
            assert_eq!(attempts_within(Duration::minutes(minutes)), attempts, "{minutes}");
        }
        assert_eq!(attempts_within(Duration::days(30)), MAX_ATTEMPTS);
    }
}
