//! The table of jobs: enqueue, claim, finish.

use crate::{
    db::Db,
    scope::{ScopedConnection, SystemScope},
    telemetry,
};
use chrono::{DateTime, Duration, Utc};
use sea_orm::{
    ActiveValue::NotSet,
    Condition, FromQueryResult, QueryOrder, QuerySelect, QueryTrait, Set, Statement,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, LockBehavior, LockType, OnConflict},
};

pub mod job {
    //! A job.

    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "jobs")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub kind: String,
        pub payload: String,
        pub run_at: DateTimeUtc,
        pub attempts: i32,
        pub max_attempts: i32,
        pub claimed_by: Option<String>,
        pub claimed_until: Option<DateTimeUtc>,
        pub done_at: Option<DateTimeUtc>,
        pub failed_at: Option<DateTimeUtc>,
        pub last_error: Option<String>,
        pub dedupe_key: Option<String>,
        pub created_at: DateTimeUtc,
        /// The trace of the cause, as a `traceparent`; `None` when traces are not exported.
        pub trace_parent: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

crate::owned!(job::Entity => Global);

/// The lease of a claimed job; longer than a worker lets any job run.
pub(super) const LEASE_MINUTES: i64 = 5;
/// Delays between attempts, in seconds; the same as well-known webhook senders use.
pub(super) const RETRY_DELAYS: [i64; 7] = [5, 300, 1800, 7200, 18_000, 36_000, 36_000];
/// Attempts before a job is dead.
const MAX_ATTEMPTS: i32 = 8;

/// A job to be enqueued.
#[derive(Clone, Debug)]
pub struct NewJob<'a> {
    /// The kind, which selects the handler.
    pub kind: &'a str,
    /// The input of the handler.
    pub payload: &'a str,
    /// The earliest time to run.
    pub run_at: DateTime<Utc>,
    /// Of the jobs with the same key only the first one is ever written.
    pub dedupe_key: Option<String>,
}

impl<'a> NewJob<'a> {
    /// A job that may run at once, without deduplication.
    #[must_use]
    pub const fn immediate(kind: &'a str, payload: &'a str, now: DateTime<Utc>) -> Self {
        Self {
            kind,
            payload,
            run_at: now,
            dedupe_key: None,
        }
    }

    /// The same job, written only once for its key.
    #[must_use]
    pub fn with_dedupe_key(self, key: String) -> Self {
        Self {
            dedupe_key: Some(key),
            ..self
        }
    }
}

fn new_row(new: NewJob<'_>, max_attempts: i32, now: DateTime<Utc>) -> job::ActiveModel {
    job::ActiveModel {
        id: NotSet,
        kind: Set(new.kind.to_owned()),
        payload: Set(new.payload.to_owned()),
        run_at: Set(new.run_at),
        attempts: Set(0),
        max_attempts: Set(max_attempts),
        claimed_by: Set(None),
        claimed_until: Set(None),
        done_at: Set(None),
        failed_at: Set(None),
        last_error: Set(None),
        dedupe_key: Set(new.dedupe_key),
        created_at: Set(now),
        trace_parent: Set(telemetry::trace_parent(&tracing::Span::current())),
    }
}

/// Enqueues a job in the transaction of its cause, so that it exists exactly when the cause does. Returns whether it is new.
pub async fn enqueue(rows: &impl ScopedConnection, new: NewJob<'_>, now: DateTime<Utc>) -> Result<bool, DbErr> {
    rows.enqueue(new, now).await
}

/// Writes a job under the system's row policy; see [`ScopedConnection::enqueue`].
pub(crate) async fn insert(outbox: &impl ScopedConnection, new: NewJob<'_>, now: DateTime<Utc>) -> Result<bool, DbErr> {
    let unique = OnConflict::column(job::Column::DedupeKey);
    outbox.insert_if_absent(new_row(new, MAX_ATTEMPTS, now), unique).await
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
