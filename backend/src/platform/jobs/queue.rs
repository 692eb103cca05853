//! The table of jobs: enqueue, claim, finish.

use crate::platform::scope::{Rows, SystemScope};
use chrono::{DateTime, Duration, Utc};
use sea_orm::{
    ActiveValue::NotSet,
    Condition, QueryOrder, QuerySelect, QueryTrait, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, LockBehavior, LockType, OnConflict},
};

pub mod job {
    //! A piece of work.

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
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

crate::platform::scope::owned!(job::Entity => Global);

/// How long a claimed job is its worker's; longer than a worker lets any job take.
const LEASE_MINUTES: i64 = 5;
/// Waits between tries, in seconds: those of well-known webhook senders.
const WAITS: [i64; 7] = [5, 300, 1800, 7200, 18_000, 36_000, 36_000];
/// Tries before a job is given up.
const TRIES: i32 = 8;

/// A job to be written.
#[derive(Clone, Debug)]
pub struct NewJob<'a> {
    /// Which handler does it.
    pub kind: &'a str,
    /// What the handler is told.
    pub payload: &'a str,
    /// Not before this moment.
    pub run_at: DateTime<Utc>,
    /// Of jobs with the same key only the first is written, for ever.
    pub dedupe_key: Option<String>,
}

impl<'a> NewJob<'a> {
    /// One that may be done at once, each time anew.
    #[must_use]
    pub const fn at_once(kind: &'a str, payload: &'a str, now: DateTime<Utc>) -> Self {
        Self {
            kind,
            payload,
            run_at: now,
            dedupe_key: None,
        }
    }

    /// The same, written only once of its key.
    #[must_use]
    pub fn once(self, key: String) -> Self {
        Self {
            dedupe_key: Some(key),
            ..self
        }
    }
}

fn row(new: NewJob<'_>, tries: i32, now: DateTime<Utc>) -> job::ActiveModel {
    job::ActiveModel {
        id: NotSet,
        kind: Set(new.kind.to_owned()),
        payload: Set(new.payload.to_owned()),
        run_at: Set(new.run_at),
        attempts: Set(0),
        max_attempts: Set(tries),
        claimed_by: Set(None),
        claimed_until: Set(None),
        done_at: Set(None),
        failed_at: Set(None),
        last_error: Set(None),
        dedupe_key: Set(new.dedupe_key),
        created_at: Set(now),
    }
}

/// Writes a job in the transaction of what caused it: it exists exactly when that does. Says whether it is new.
pub async fn enqueue(rows: &impl Rows, new: NewJob<'_>, now: DateTime<Utc>) -> Result<bool, DbErr> {
    rows.later(new, now).await
}

/// Writes a job behind the wall of the system; see [`Rows::later`].
pub(in crate::platform) async fn write(outbox: &impl Rows, new: NewJob<'_>, now: DateTime<Utc>) -> Result<bool, DbErr> {
    let unique = OnConflict::column(job::Column::DedupeKey);
    outbox.insert_unless_there(row(new, TRIES, now), unique).await
}

/// How often a job of the schedule is tried: until the next slot brings a job of its own.
fn tries_within(period: Duration) -> i32 {
    let mut elapsed = 0;
    let waits = WAITS.iter().take_while(|wait| {
        elapsed += **wait;
        elapsed < period.num_seconds()
    });
    i32::try_from(waits.count()).map_or(TRIES, |waits| waits + 1)
}

/// The slot of the schedule that a moment falls into.
pub fn slot(period: Duration, now: DateTime<Utc>) -> i64 {
    now.timestamp().div_euclid(period.num_seconds().clamp(1, i64::MAX))
}

/// Writes the job of a slot of the schedule, unless some replica has.
pub(super) async fn enqueue_slot(
    system: &SystemScope,
    kind: &str,
    period: Duration,
    now: DateTime<Utc>,
) -> Result<bool, DbErr> {
    let slot = slot(period, now);
    let new = NewJob::at_once(kind, "", now).once(format!("{kind}:{slot}"));
    let unique = OnConflict::column(job::Column::DedupeKey);
    system
        .insert_unless_there(row(new, tries_within(period), now), unique)
        .await
}

/// Claims the job of these kinds that waits longest, if any.
///
/// Other kinds are left to replicas that know them: during an upgrade there are two versions.
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
        // Two workers never wait for each other's job; SQLite writes one by one anyway.
        .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked)
        .into_query();
    let update = job::Entity::update_many()
        .col_expr(job::Column::ClaimedBy, Expr::value(worker))
        .col_expr(
            job::Column::ClaimedUntil,
            Expr::value(now + Duration::minutes(LEASE_MINUTES)),
        )
        .col_expr(job::Column::Attempts, Expr::col(job::Column::Attempts).add(1))
        // Equal, not IN: PostgreSQL may run a subquery of IN again and lock a second row.
        .filter(Expr::col(job::Column::Id).eq(Expr::from(next)));
    Ok(system.update(update).await?.pop())
}

/// The job while it is still this worker's: whoever claims it after the lease counts one attempt more.
fn still_claimed(job: &job::Model) -> Condition {
    Condition::all()
        .add(job::Column::Id.eq(job.id))
        .add(job::Column::Attempts.eq(job.attempts))
        .add(job::Column::DoneAt.is_null())
}

/// Marks a job as done; says whether it was still this worker's.
pub(super) async fn done(system: &SystemScope, job: &job::Model, now: DateTime<Utc>) -> Result<bool, DbErr> {
    let update = job::Entity::update_many()
        .col_expr(job::Column::DoneAt, Expr::value(now))
        .filter(still_claimed(job));
    Ok(system.update_count(update).await? > 0)
}

/// Lets a job wait for its next try, or gives it up; says whether it was given up.
pub(super) async fn failed(
    system: &SystemScope,
    job: &job::Model,
    error: &str,
    now: DateTime<Utc>,
) -> Result<bool, DbErr> {
    let tries = usize::try_from(job.attempts).unwrap_or(1);
    let gives_up = job.attempts >= job.max_attempts;
    let wait = WAITS.get(tries.saturating_sub(1)).copied().unwrap_or(36_000);
    let update = job::Entity::update_many()
        .col_expr(job::Column::LastError, Expr::value(error))
        .col_expr(job::Column::ClaimedUntil, Expr::value(None::<DateTime<Utc>>))
        .col_expr(job::Column::RunAt, Expr::value(now + Duration::seconds(wait)))
        .col_expr(job::Column::FailedAt, Expr::value(gives_up.then_some(now)))
        .filter(still_claimed(job));
    Ok(system.update_count(update).await? > 0 && gives_up)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_is_tried_until_the_next_one_comes() {
        for (minutes, tries) in [(1, 2), (15, 3), (60, 4), (60 * 24, 7)] {
            assert_eq!(tries_within(Duration::minutes(minutes)), tries, "{minutes}");
        }
        assert_eq!(tries_within(Duration::days(30)), TRIES);
    }
}
