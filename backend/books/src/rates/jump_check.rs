//! The jump check: a rate that differs much from the last accepted one must be fetched three times in a row before it is
//! accepted. The count is in the database, so the fetches of all replicas count.

use super::store;
use entities::rate_doubt::{ActiveModel, Column, Entity};
use platform::scope::{ScopedConnection, SystemScope};
use sea_orm::{ActiveValue::NotSet, Condition, Set, entity::prelude::*, sea_query::OnConflict};
use shared_types::{fixed::Rate, money::Currency, rates::SourceRate};

/// Fetches in a row after which a jump is accepted.
pub(super) const REQUIRED_FETCHES: i32 = 3;

/// The result of the check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The rate is stored and is now the last accepted one.
    Accepted,
    /// The rate jumped and is not accepted yet.
    Unconfirmed {
        /// The last accepted rate, which stays in force.
        last: Rate,
        /// How often the new rate has been fetched in a row.
        times: i32,
    },
}

/// Whether two rates differ by more than the given part of the first: 5 means a fifth.
fn differ_by_more_than(first: Rate, second: Rate, part: i128) -> bool {
    let (first, second) = (i128::from(first.millionths()), i128::from(second.millionths()));
    (second - first).abs() * part > first
}

/// Selects the pending row of a source and a currency.
fn pending_condition(rate: &SourceRate) -> Condition {
    Condition::all()
        .add(Column::Source.eq(rate.source))
        .add(Column::Base.eq(rate.base))
        .add(Column::Quote.eq(Currency::Rub))
}

/// Counts a rate that is not accepted yet and returns how often it has been fetched in a row.
async fn count_unconfirmed(rows: &impl ScopedConnection, fetched: &SourceRate) -> Result<i32, DbErr> {
    let pending = rows.one(Entity::find().filter(pending_condition(fetched))).await?;
    // Rates within one percent of each other count as the same.
    let same = pending.filter(|pending| !differ_by_more_than(pending.rate, fetched.rate, 100));
    let (rate, times) = same.map_or((fetched.rate, 1), |pending| (pending.rate, pending.times + 1));
    let row = ActiveModel {
        id: NotSet,
        source: Set(fetched.source),
        base: Set(fetched.base),
        quote: Set(Currency::Rub),
        rate: Set(rate),
        times: Set(times),
        published_at: Set(fetched.at),
    };
    let on_conflict = OnConflict::columns([Column::Source, Column::Base, Column::Quote])
        .update_columns([Column::Rate, Column::Times, Column::PublishedAt])
        .to_owned();
    rows.upsert(row, on_conflict).await?;
    Ok(times)
}

/// Stores a rate, unless it differs by more than a fifth from the last accepted one and is not confirmed yet.
pub(super) async fn accept(system: &SystemScope, fetched: &SourceRate) -> Result<Outcome, DbErr> {
    system
        .in_transaction(async |tx| {
            let last = store::latest(tx, fetched.source, fetched.base).await?;
            if let Some(last) = last.filter(|last| differ_by_more_than(last.rate, fetched.rate, 5)) {
                let times = count_unconfirmed(tx, fetched).await?;
                if times < REQUIRED_FETCHES {
                    return Ok(Outcome::Unconfirmed { last: last.rate, times });
                }
            }
            tx.delete_where(Entity::delete_many().filter(pending_condition(fetched)))
                .await?;
            store::save(tx, fetched).await?;
            Ok(Outcome::Accepted)
        })
        .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn difference_of_more_than_a_fifth_is_a_jump() {
        let rate = |text: &str| Rate::parse(text).expect(text);
        for (new, far) in [
            ("12", false),
            ("8", false),
            ("12.000001", true),
            ("7.999999", true),
            ("100", true),
        ] {
            assert_eq!(differ_by_more_than(rate("10"), rate(new), 5), far, "{new}");
        }
    }
}
