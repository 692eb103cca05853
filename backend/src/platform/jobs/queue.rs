//! The table of jobs: enqueue, claim, finish.

use crate::platform::scope::{Rows, SystemScope, Tx, Wall};
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

/// How long a worker may take before another one may.
const LEASE_MINUTES: i64 = 5;
/// Waits between tries, in seconds: those of well-known webhook senders.
const WAITS: [i64; 7] = [5, 300, 1800, 7200, 18_000, 36_000, 36_000];
/// Tries before a job is given up.
const TRIES: i32 = 8;

fn row(kind: &str, payload: &str, dedupe_key: Option<String>, now: DateTime<Utc>) -> job::ActiveModel {
    job::ActiveModel {
        id: NotSet,
        kind: Set(kind.to_owned()),
        payload: Set(payload.to_owned()),
        run_at: Set(now),
        attempts: Set(0),
        max_attempts: Set(TRIES),
        claimed_by: Set(None),
        claimed_until: Set(None),
        done_at: Set(None),
        failed_at: Set(None),
        last_error: Set(None),
        dedupe_key: Set(dedupe_key),
        created_at: Set(now),
    }
}

/// Writes a job in the transaction of what caused it: it exists exactly when that does.
pub async fn enqueue<W: Wall>(tx: &Tx<W>, kind: &str, payload: &str, now: DateTime<Utc>) -> Result<(), DbErr> {
    tx.outbox().insert(row(kind, payload, None, now)).await.map(drop)
}

/// Writes the job of a slot of the schedule, unless some replica has.
pub(super) async fn enqueue_slot(
    system: &SystemScope,
    kind: &str,
    slot: i64,
    now: DateTime<Utc>,
) -> Result<bool, DbErr> {
    let unique = OnConflict::column(job::Column::DedupeKey);
    let job = row(kind, "", Some(format!("{kind}:{slot}")), now);
    system.insert_unless_there(job, unique).await
}

/// Claims the job that waits longest, if any.
pub(super) async fn claim(system: &SystemScope, worker: &str, now: DateTime<Utc>) -> Result<Option<job::Model>, DbErr> {
    let free = Condition::any()
        .add(job::Column::ClaimedUntil.is_null())
        .add(job::Column::ClaimedUntil.lt(now));
    let next = job::Entity::find()
        .select_only()
        .column(job::Column::Id)
        .filter(job::Column::DoneAt.is_null())
        .filter(job::Column::FailedAt.is_null())
        .filter(job::Column::RunAt.lte(now))
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
        .filter(job::Column::Id.in_subquery(next));
    Ok(system.update(update).await?.pop())
}

/// Marks a job as done.
pub(super) async fn done(system: &SystemScope, job: &job::Model, now: DateTime<Utc>) -> Result<(), DbErr> {
    let update = job::Entity::update_many()
        .col_expr(job::Column::DoneAt, Expr::value(now))
        .filter(job::Column::Id.eq(job.id));
    system.update_count(update).await.map(drop)
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
        .filter(job::Column::Id.eq(job.id));
    system.update_count(update).await?;
    Ok(gives_up)
}
