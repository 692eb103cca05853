//! Growing locks and daily budgets, kept in the database so that they hold across replicas and restarts.

use super::{
    http::network_of,
    scope::{Rows, SystemScope},
};
use chrono::{DateTime, Duration, Utc};
use sea_orm::{
    DbErr, EntityTrait, Insert, Set,
    entity::prelude::*,
    sea_query::{CaseStatement, Expr, ExprTrait, OnConflict},
};
use std::net::IpAddr;

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
/// Hits at which a daily budget is used up. Budgets count far above growing locks, so that one statement counts both.
const USED_UP: i64 = 1_000_000;
/// Hits from here on belong to a daily budget.
const BUDGETS: i64 = USED_UP / 2;

/// Something that is counted. A bucket that allows more starts lower, so that all of a kind lock at the same number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bucket {
    name: String,
    start: i64,
}

impl Bucket {
    /// Locks after `free` hits, for longer with each further one.
    pub fn growing(name: String, free: i64) -> Self {
        Self {
            name,
            start: LOCKS_AT - free,
        }
    }

    /// Locks for a day after `most` hits, so that no 24 hours have more; `most` is two at least.
    pub fn daily(name: String, most: i64) -> Self {
        Self {
            name,
            start: USED_UP - most,
        }
    }

    /// Guesses from one address; on IPv6 from one network, since its addresses are free.
    pub fn address(purpose: &str, address: &str) -> Self {
        let address = match address.parse() {
            Ok(address @ IpAddr::V6(_)) => network_of(address),
            _ => address.to_owned(),
        };
        Self::growing(format!("{purpose}:address:{address}"), 50)
    }

    /// What one browser asks for; ten tabs of an impatient person are no attack.
    pub fn session(purpose: &str, session: &str) -> Self {
        Self::growing(format!("{purpose}:session:{session}"), 10)
    }

    /// Buckets as a text, to be given back later.
    pub fn written(buckets: &[Self]) -> String {
        let lines = buckets.iter().map(|bucket| format!("{} {}", bucket.start, bucket.name));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Reads what [`Self::written`] wrote.
    pub fn read(text: &str) -> Vec<Self> {
        let parsed = text.lines().filter_map(|line| {
            let (start, name) = line.split_once(' ')?;
            Some(Self {
                name: name.to_owned(),
                start: start.parse().ok()?,
            })
        });
        parsed.collect()
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

/// The buckets in one order for all requests, so that two of them never wait for each other.
fn in_order(buckets: &[Bucket]) -> Vec<&Bucket> {
    let mut buckets: Vec<&Bucket> = buckets.iter().collect();
    buckets.sort();
    buckets.dedup();
    buckets
}

/// The statement that counts one more in every bucket; a day without hits forgets the earlier ones.
fn counting(buckets: &[Bucket], now: DateTime<Utc>) -> (Vec<rate_counter::ActiveModel>, OnConflict) {
    use rate_counter::{Column, Entity};
    let rows = in_order(buckets).into_iter().map(|bucket| rate_counter::ActiveModel {
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
    let mut lock = CaseStatement::new().case(hits().gte(USED_UP), now + Duration::days(1));
    for number in (LOCKS_AT..=GROWS_TO).rev() {
        lock = lock.case(hits().gte(number).and(hits().lt(BUDGETS)), now + lock_after(number));
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
    let (rows, conflict) = counting(buckets, now);
    scope.insert_many(rows, Some(conflict)).await
}

/// Takes a try before its outcome is known, so that parallel ones can't share it. A locked bucket refuses it, and then no
/// bucket counts it: what is refused uses up nothing.
pub async fn take(scope: &SystemScope, buckets: &[Bucket], now: DateTime<Utc>) -> Result<bool, DbErr> {
    use rate_counter::{Column, Entity};
    if buckets.is_empty() {
        return Ok(true);
    }
    let (rows, mut conflict) = counting(buckets, now);
    let asked = rows.len();
    let open = Expr::col((Entity, Column::LockedUntil))
        .is_null()
        .or(Expr::col((Entity, Column::LockedUntil)).lte(now));
    let tx = scope.begin().await?;
    let taken = Insert::many(rows)
        .on_conflict(conflict.action_and_where(open).to_owned())
        .exec_with_returning(tx.connection())
        .await?;
    if taken.len() == asked {
        tx.commit().await?;
        return Ok(true);
    }
    tx.rollback().await?;
    Ok(false)
}

/// Gives a taken try back: it was no guess.
pub async fn give_back(rows: &impl Rows, buckets: &[Bucket], now: DateTime<Utc>) -> Result<(), DbErr> {
    use rate_counter::{Column, Entity};
    if buckets.is_empty() {
        return Ok(());
    }
    let before = in_order(buckets).into_iter().map(|bucket| rate_counter::ActiveModel {
        bucket: Set(bucket.name.clone()),
        hits: Set(bucket.start),
        failed_at: Set(now),
        locked_until: Set(None),
    });
    let conflict = OnConflict::column(Column::Bucket)
        .value(Column::Hits, Expr::col((Entity, Column::Hits)).sub(1))
        .value(Column::LockedUntil, Expr::value(None::<DateTime<Utc>>))
        .to_owned();
    rows.insert_many(before.collect::<Vec<_>>(), Some(conflict)).await
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

    #[test]
    fn an_ipv6_network_counts_as_one_address() {
        let bucket = |address: &str| Bucket::address("code", address).name;
        assert_eq!(bucket("2001:db8::1"), bucket("2001:db8::ffff"));
        assert_ne!(bucket("2001:db8::1"), bucket("2001:db8:0:1::1"));
        assert_ne!(bucket("203.0.113.1"), bucket("203.0.113.2"));
    }

    #[test]
    fn buckets_are_read_back_as_they_were_written() {
        let buckets = [
            Bucket::growing("code:known:+7 999:a".to_owned(), 5),
            Bucket::daily("code:day".to_owned(), 8),
        ];
        assert_eq!(Bucket::read(&Bucket::written(&buckets)), buckets);
        assert_eq!(Bucket::read(""), []);
    }
}
