//! Growing locks after failures, kept in the database so that they hold across replicas and restarts.

use super::scope::{Rows, SystemScope};
use chrono::{DateTime, Duration, Utc};
use sea_orm::{
    DbErr, EntityTrait, Set,
    entity::prelude::*,
    sea_query::{ExprTrait, OnConflict},
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
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

crate::platform::scope::owned!(rate_counter::Entity => Global);

/// Something that is guessed at, and how many failures it takes before it locks.
#[derive(Clone, Debug)]
pub struct Bucket {
    name: String,
    free: i64,
}

impl Bucket {
    /// Guesses about one phone.
    pub fn phone(purpose: &str, phone: &str) -> Self {
        Self {
            name: format!("{purpose}:phone:{phone}"),
            free: 5,
        }
    }

    /// Guesses from one address.
    pub fn address(purpose: &str, address: &str) -> Self {
        Self {
            name: format!("{purpose}:address:{address}"),
            free: 50,
        }
    }
}

/// How long a bucket stays locked after its `hits`-th failure.
fn lock_after(hits: i64, free: i64) -> Duration {
    let over = (hits - free).clamp(0, 10);
    if hits < free {
        Duration::zero()
    } else {
        Duration::seconds((30_i64 << over).clamp(0, 3600))
    }
}

/// The seconds to wait, when one of the buckets is locked.
pub async fn locked_for(scope: &SystemScope, buckets: &[Bucket], now: DateTime<Utc>) -> Result<Option<i64>, DbErr> {
    let names = buckets.iter().map(|bucket| bucket.name.clone());
    let rows = scope
        .all(rate_counter::Entity::find().filter(rate_counter::Column::Bucket.is_in(names)))
        .await?;
    let wait = rows.into_iter().filter_map(|row| {
        let free = buckets.iter().find(|bucket| bucket.name == row.bucket)?.free;
        let open_at = row.failed_at + lock_after(row.hits, free);
        (open_at > now).then(|| (open_at - now).num_seconds().clamp(1, i64::MAX))
    });
    Ok(wait.max())
}

/// Notes a failure in every bucket, atomically; a day without failures forgets the earlier ones.
pub async fn failed(scope: &SystemScope, buckets: &[Bucket], now: DateTime<Utc>) -> Result<(), DbErr> {
    use rate_counter::{Column, Entity};
    let rows = buckets.iter().map(|bucket| rate_counter::ActiveModel {
        bucket: Set(bucket.name.clone()),
        hits: Set(1),
        failed_at: Set(now),
    });
    let counted = Expr::case(Expr::col((Entity, Column::FailedAt)).lt(now - Duration::days(1)), 1)
        .finally(Expr::col((Entity, Column::Hits)).add(1));
    let count = OnConflict::column(Column::Bucket)
        .value(Column::Hits, counted)
        .value(Column::FailedAt, now)
        .to_owned();
    scope.insert_many(rows, Some(count)).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locks_grow_and_stop_growing() {
        let waits: Vec<i64> = (4..16).map(|hits| lock_after(hits, 5).num_seconds()).collect();
        assert_eq!(waits, [0, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600, 3600]);
    }
}
