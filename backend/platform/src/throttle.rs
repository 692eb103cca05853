//! Rate limits by growing locks and daily budgets, stored in the database so that they hold across replicas and restarts.

use super::scope::{ScopedConnection, SystemScope};
use chrono::{DateTime, Duration, Utc};
use sea_orm::{
    DbErr, EntityTrait, Insert, Set,
    entity::prelude::*,
    sea_query::{CaseStatement, Expr, ExprTrait, OnConflict},
};
use std::net::{IpAddr, Ipv6Addr};

pub mod rate_counter {
    //! The counters of buckets.

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

crate::owned!(rate_counter::Entity => Global);

/// Hits at which a bucket begins to lock.
const LOCK_THRESHOLD: i64 = 5;
/// Hits after which a lock no longer grows.
const MAX_LOCK_HITS: i64 = 12;
/// No lock is longer. One that ends later was written by a clock that ran ahead, and does not hold.
const LONGEST_LOCK: Duration = Duration::days(1);
/// Hits at which a daily budget is used up. Budgets count far above growing locks, so that one statement updates both.
const BUDGET_EXHAUSTED: i64 = 1_000_000;
/// Hits from here on belong to a daily budget.
const BUDGET_RANGE: i64 = BUDGET_EXHAUSTED / 2;

/// A counter of hits. A bucket that allows more hits starts at a lower count, so that all buckets of a type lock at the same one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bucket {
    name: String,
    start: i64,
}

impl Bucket {
    /// Locks after `free` hits, and for longer with each further one.
    pub fn growing_lock(name: String, free: i64) -> Self {
        Self {
            name,
            start: LOCK_THRESHOLD - free,
        }
    }

    /// Locks for a day after `most` hits, so that no 24 hours have more. `most` is at least two.
    pub fn daily_budget(name: String, most: i64) -> Self {
        Self {
            name,
            start: BUDGET_EXHAUSTED - most,
        }
    }

    /// Attempts from one address; on IPv6 from one network, because a client can use any address of its network.
    pub fn address(purpose: &str, address: &str) -> Self {
        let address = match address.parse() {
            Ok(address @ IpAddr::V6(_)) => network_of(address),
            _ => address.to_owned(),
        };
        Self::growing_lock(format!("{purpose}:address:{address}"), 50)
    }

    /// Requests of one browser. Ten tabs of an impatient person are not an attack.
    pub fn session(purpose: &str, session: &str) -> Self {
        Self::growing_lock(format!("{purpose}:session:{session}"), 10)
    }
}

/// The buckets that counted an attempt, as they are stored with it, so that it can be given back: one line per bucket, with its
/// start and its name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CountedBuckets(pub Vec<Bucket>);

impl CountedBuckets {
    fn to_text(&self) -> String {
        let lines = self.0.iter().map(|bucket| format!("{} {}", bucket.start, bucket.name));
        lines.collect::<Vec<_>>().join("\n")
    }

    fn from_text(text: &str) -> Option<Self> {
        let parse = |line: &str| {
            let (start, name) = line.split_once(' ')?;
            Some(Bucket {
                name: name.to_owned(),
                start: start.parse().ok()?,
            })
        };
        text.lines().map(parse).collect::<Option<Vec<_>>>().map(Self)
    }
}

shared_types::stored!(CountedBuckets, |buckets| buckets.to_text(), |text| {
    CountedBuckets::from_text(text)
});

/// How long a bucket stays locked after its `hits`-th hit.
fn lock_duration(hits: i64) -> Duration {
    if hits < LOCK_THRESHOLD {
        Duration::zero()
    } else {
        Duration::seconds((30_i64 << (hits - LOCK_THRESHOLD).clamp(0, 10)).clamp(0, 3600))
    }
}

/// The seconds to wait, if one of the buckets is locked.
pub async fn locked_for(scope: &SystemScope, buckets: &[Bucket], now: DateTime<Utc>) -> Result<Option<i64>, DbErr> {
    let names = buckets.iter().map(|bucket| bucket.name.clone());
    let locked = rate_counter::Entity::find()
        .filter(rate_counter::Column::Bucket.is_in(names))
        .filter(rate_counter::Column::LockedUntil.gt(now))
        .filter(rate_counter::Column::LockedUntil.lte(now + LONGEST_LOCK));
    let wait = scope.all(locked).await?.into_iter().filter_map(|row| {
        let left = (row.locked_until? - now).num_milliseconds();
        Some((left / 1000 + i64::from(left % 1000 > 0)).clamp(1, i64::MAX))
    });
    Ok(wait.max())
}

/// The buckets in the same order for all requests, so that two requests never deadlock.
fn sorted(buckets: &[Bucket]) -> Vec<&Bucket> {
    let mut buckets: Vec<&Bucket> = buckets.iter().collect();
    buckets.sort();
    buckets.dedup();
    buckets
}

/// The statement that adds a hit to every bucket. After a day without hits, the earlier ones no longer count.
fn increment_statement(buckets: &[Bucket], now: DateTime<Utc>) -> (Vec<rate_counter::ActiveModel>, OnConflict) {
    use rate_counter::{Column, Entity};
    let rows = sorted(buckets).into_iter().map(|bucket| rate_counter::ActiveModel {
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
    let mut lock = CaseStatement::new().case(hits().gte(BUDGET_EXHAUSTED), now + LONGEST_LOCK);
    for number in (LOCK_THRESHOLD..=MAX_LOCK_HITS).rev() {
        lock = lock.case(
            hits().gte(number).and(hits().lt(BUDGET_RANGE)),
            now + lock_duration(number),
        );
    }
    // The column comes last, so that PostgreSQL knows the type of the times before it.
    let lock = lock.finally(Expr::col((Entity, Column::LockedUntil)));
    let conflict = OnConflict::column(Column::Bucket)
        .value(Column::Hits, hits())
        .value(Column::FailedAt, now)
        .value(Column::LockedUntil, lock)
        .to_owned();
    (rows.collect(), conflict)
}

/// Records a failure in every bucket, atomically.
pub async fn record_failure(scope: &SystemScope, buckets: &[Bucket], now: DateTime<Utc>) -> Result<(), DbErr> {
    let (rows, conflict) = increment_statement(buckets, now);
    scope.insert_many(rows, Some(conflict)).await
}

/// Takes an attempt before its outcome is known, so that parallel requests can't share one. A locked bucket refuses the attempt,
/// and then no bucket counts it: a refused attempt uses up nothing.
pub async fn acquire(scope: &SystemScope, buckets: &[Bucket], now: DateTime<Utc>) -> Result<bool, DbErr> {
    use rate_counter::{Column, Entity};
    if buckets.is_empty() {
        return Ok(true);
    }
    let (rows, mut conflict) = increment_statement(buckets, now);
    let requested = rows.len();
    let open = Expr::col((Entity, Column::LockedUntil))
        .is_null()
        .or(Expr::col((Entity, Column::LockedUntil)).lte(now))
        .or(Expr::col((Entity, Column::LockedUntil)).gt(now + LONGEST_LOCK));
    let tx = scope.begin().await?;
    let taken = Insert::many(rows)
        .on_conflict(conflict.action_and_where(open).to_owned())
        .exec_with_returning(tx.connection())
        .await?;
    if taken.len() == requested {
        tx.commit().await?;
        return Ok(true);
    }
    tx.rollback().await?;
    Ok(false)
}

/// Gives back an attempt that turned out not to be a guess.
pub async fn release(rows: &impl ScopedConnection, buckets: &[Bucket], now: DateTime<Utc>) -> Result<(), DbErr> {
    use rate_counter::{Column, Entity};
    if buckets.is_empty() {
        return Ok(());
    }
    let before = sorted(buckets).into_iter().map(|bucket| rate_counter::ActiveModel {
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

/// The network of an address, as providers assign them: a /24 of IPv4, a /64 of IPv6.
pub fn network_of(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => {
            let [a, b, c, _] = address.octets();
            format!("{a}.{b}.{c}.0/24")
        }
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{}/64", Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbouring_addresses_share_a_network() {
        let network = |text: &str| network_of(text.parse().expect("an address"));
        assert_eq!(network("203.0.113.7"), "203.0.113.0/24");
        assert_eq!(network("::ffff:203.0.113.7"), "203.0.113.0/24");
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
    }

    #[test]
    fn locks_grow_up_to_a_limit() {
        let waits: Vec<i64> = (4..16).map(|hits| lock_duration(hits).num_seconds()).collect();
        assert_eq!(waits, [0, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600, 3600]);
        assert_eq!(lock_duration(MAX_LOCK_HITS), lock_duration(MAX_LOCK_HITS + 1));
    }

    #[test]
    fn addresses_of_an_ipv6_network_share_a_bucket() {
        let bucket = |address: &str| Bucket::address("code", address).name;
        assert_eq!(bucket("2001:db8::1"), bucket("2001:db8::ffff"));
        assert_ne!(bucket("2001:db8::1"), bucket("2001:db8:0:1::1"));
        assert_ne!(bucket("203.0.113.1"), bucket("203.0.113.2"));
    }

    #[test]
    fn buckets_are_parsed_from_their_text() {
        let buckets = CountedBuckets(vec![
            Bucket::growing_lock("code:known:+7 999:a".to_owned(), 5),
            Bucket::daily_budget("code:day".to_owned(), 8),
        ]);
        assert_eq!(CountedBuckets::from_text(&buckets.to_text()).as_ref(), Some(&buckets));
        assert_eq!(CountedBuckets::from_text(""), Some(CountedBuckets::default()));
        assert_eq!(CountedBuckets::from_text("five code:day"), None);
    }
}
