//! Growing locks after failures, kept in the database so that they hold across replicas and restarts.

use super::scope::{Rows, SystemScope};
use chrono::{DateTime, Duration, Utc};
use sea_orm::{
    DbErr, EntityTrait, Insert, Set,
    entity::prelude::*,
    sea_query::{CaseStatement, Expr, ExprTrait, OnConflict},
};

pub mod rate_counter {
    //! Failures by what was guessed at.

    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "rate_counters")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub bucket: String,
        pub hits: i64,
        pub failed_at: DateTimeUtc,
        pub locked_until: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

crate::platform::scope::owned!(rate_counter::Entity => Global);

/// Hits at which a bucket begins to lock.
const LOCKS_AT: i64 = 5;
/// Hits after which a lock grows no more.
const GROWS_TO: i64 = 12;

/// Something that is guessed at. A bucket that forgives more begins below nought, so that all lock by one rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bucket {
    name: String,
    start: i64,
}

impl Bucket {
    fn named(name: String, free: i64) -> Self {
        Self {
            name,
            start: LOCKS_AT - free,
        }
    }

    /// Guesses about one phone, or anything else that belongs to one person.
    pub fn phone(purpose: &str, phone: &str) -> Self {
        Self::named(format!("{purpose}:phone:{phone}"), 5)
    }

    /// Guesses from one address.
    pub fn address(purpose: &str, address: &str) -> Self {
        Self::named(format!("{purpose}:address:{address}"), 50)
    }

    /// What one browser asks for; ten tabs of an impatient person are no attack.
    pub fn session(purpose: &str, session: &str) -> Self {
        Self::named(format!("{purpose}:session:{session}"), 10)
    }
}

/// How long a bucket stays locked after its `hits`-th failure.
fn lock_after(hits: i64) -> Duration {
    if hits < LOCKS_AT {
        Duration::zero()
    } else {
        Duration::seconds((30_i64 << (hits - LOCKS_AT).clamp(0, 10)).clamp(0, 3600))
    }
}

/// The seconds to wait, when one of the buckets is locked.
pub async fn locked_for(scope: &SystemScope, buckets: &[Bucket], now: DateTime<Utc>) -> Result<Option<i64>, DbErr> {
    let names = buckets.iter().map(|bucket| bucket.name.clone());
    let locked = rate_counter::Entity::find()
        .filter(rate_counter::Column::Bucket.is_in(names))
        .filter(rate_counter::Column::LockedUntil.gt(now));
    let wait = scope.all(locked).await?.into_iter().filter_map(|row| {
        let left = (row.locked_until? - now).num_milliseconds();
        Some((left / 1000 + i64::from(left % 1000 > 0)).clamp(1, i64::MAX))
    });
    Ok(wait.max())
}

/// The statement that counts one more in every bucket; a day without failures forgets the earlier ones.
fn counting(buckets: &[Bucket], most: Option<i64>, now: DateTime<Utc>) -> (Vec<rate_counter::ActiveModel>, OnConflict) {
    use rate_counter::{Column, Entity};
    // One order for all, so that two requests never wait for each other.
    let mut buckets: Vec<&Bucket> = buckets.iter().collect();
    buckets.sort();
    buckets.dedup();
    let rows = buckets.into_iter().map(|bucket| rate_counter::ActiveModel {
        bucket: Set(bucket.name.clone()),
        hits: Set(bucket.start + 1),
        failed_at: Set(now),
        locked_until: Set(None),
    });
    let hits = || -> Expr {
        CaseStatement::new()
            .case(
                Expr::col((Entity, Column::FailedAt)).lt(now - Duration::days(1)),
                Expr::cust("excluded.hits"),
            )
            .finally(Expr::col((Entity, Column::Hits)).add(1))
            .into()
    };
    let mut lock = CaseStatement::new();
    if let Some(most) = most {
        lock = lock.case(hits().gte(most), now + Duration::days(1));
    }
    for number in (LOCKS_AT..=GROWS_TO).rev() {
        lock = lock.case(hits().gte(number), now + lock_after(number));
    }
    // The column stands last, so that PostgreSQL knows the type of the times before it.
    let lock = lock.finally(Expr::col((Entity, Column::LockedUntil)));
    let conflict = OnConflict::column(Column::Bucket)
        .value(Column::Hits, hits())
        .value(Column::FailedAt, now)
        .value(Column::LockedUntil, lock)
        .to_owned();
    (rows.collect(), conflict)
}

/// Notes a failure in every bucket, atomically.
pub async fn failed(scope: &SystemScope, buckets: &[Bucket], now: DateTime<Utc>) -> Result<(), DbErr> {
    let (rows, conflict) = counting(buckets, None, now);
    scope.insert_many(rows, Some(conflict)).await
}

/// Takes a try before its outcome is known, so that parallel ones can't share it; refused while a bucket is locked.
/// With `most`, that many tries lock the bucket for a whole day.
pub async fn take(
    scope: &SystemScope,
    buckets: &[Bucket],
    most: Option<i64>,
    now: DateTime<Utc>,
) -> Result<bool, DbErr> {
    use rate_counter::{Column, Entity};
    let (rows, mut conflict) = counting(buckets, most, now);
    let asked = rows.len();
    let open = Expr::col((Entity, Column::LockedUntil))
        .is_null()
        .or(Expr::col((Entity, Column::LockedUntil)).lte(now));
    let taken = Insert::many(rows)
        .on_conflict(conflict.action_and_where(open).to_owned())
        .exec_with_returning(scope.connection())
        .await?;
    Ok(taken.len() == asked)
}

/// Gives a taken try back: it was no guess.
pub async fn give_back(rows: &impl Rows, buckets: &[Bucket]) -> Result<(), DbErr> {
    use rate_counter::{Column, Entity};
    let update = Entity::update_many()
        .col_expr(Column::Hits, Expr::col(Column::Hits).sub(1))
        .col_expr(Column::LockedUntil, Expr::value(None::<DateTime<Utc>>))
        .filter(Column::Bucket.is_in(buckets.iter().map(|bucket| bucket.name.clone())));
    rows.update_count(update).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locks_grow_and_stop_growing() {
        let waits: Vec<i64> = (4..16).map(|hits| lock_after(hits).num_seconds()).collect();
        assert_eq!(waits, [0, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600, 3600]);
        assert_eq!(lock_after(GROWS_TO), lock_after(GROWS_TO + 1));
    }
}
