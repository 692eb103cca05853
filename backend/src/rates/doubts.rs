//! Whether a rate is believed: one that jumps must be told three times in a row, by whichever replica asks.

use super::{
    entity::doubt::{ActiveModel, Column, Entity},
    store,
};
use crate::platform::scope::{Rows, SystemScope};
use sea_orm::{ActiveValue::NotSet, Condition, Set, entity::prelude::*, sea_query::OnConflict};
use shared_types::{fixed::Rate, money::Currency, rates::SourceRate};

/// Times a jump must be told before it is believed.
pub(super) const BELIEVED: i32 = 3;

/// What became of a rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is the last good one now.
    Kept,
    /// It jumped off the last good one, which stays, and was told so often since.
    Doubted {
        /// The last good one.
        last: Rate,
        /// So often in a row.
        times: i32,
    },
}

/// Whether two rates are further apart than a part of the first.
fn apart(first: Rate, second: Rate, part: i128) -> bool {
    let (first, second) = (i128::from(first.millionths()), i128::from(second.millionths()));
    (second - first).abs() * part > first
}

fn of(told: &SourceRate) -> Condition {
    Condition::all()
        .add(Column::Source.eq(told.source.as_str()))
        .add(Column::Base.eq(told.base.code()))
        .add(Column::Quote.eq(Currency::Rub.code()))
}

/// Notes that a rate was told which is not believed; says how often in a row.
async fn note(rows: &impl Rows, told: &SourceRate) -> Result<i32, DbErr> {
    let held = rows.one(Entity::find().filter(of(told))).await?;
    let same = held.and_then(|held| {
        let first = Rate::parse(&held.rate).ok()?;
        // Within one percent is the same rate.
        (!apart(first, told.rate, 100)).then_some((held.rate, held.times))
    });
    let (rate, times) = same.map_or_else(|| (told.rate.to_string(), 1), |(rate, times)| (rate, times + 1));
    let row = ActiveModel {
        id: NotSet,
        source: Set(told.source.as_str().to_owned()),
        base: Set(told.base.code().to_owned()),
        quote: Set(Currency::Rub.code().to_owned()),
        rate: Set(rate),
        times: Set(times),
        told_at: Set(told.at),
    };
    let there = OnConflict::columns([Column::Source, Column::Base, Column::Quote])
        .update_columns([Column::Rate, Column::Times, Column::ToldAt])
        .to_owned();
    rows.upsert(row, there).await?;
    Ok(times)
}

/// Keeps a rate, unless it is more than a fifth off the last good one and was not told often enough.
pub(super) async fn accept(system: &SystemScope, told: &SourceRate) -> Result<Verdict, DbErr> {
    let tx = system.begin().await?;
    let last = store::last(&tx, told.source, told.base).await?;
    if let Some(last) = last.filter(|last| apart(last.rate, told.rate, 5)) {
        let times = note(&tx, told).await?;
        if times < BELIEVED {
            tx.commit().await?;
            return Ok(Verdict::Doubted { last: last.rate, times });
        }
    }
    tx.delete_where(Entity::delete_many().filter(of(told))).await?;
    store::keep(&tx, told).await?;
    tx.commit().await?;
    Ok(Verdict::Kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fifth_is_near_and_more_is_far_both_ways() {
        let rate = |text: &str| Rate::parse(text).expect(text);
        for (new, far) in [
            ("12", false),
            ("8", false),
            ("12.000001", true),
            ("7.999999", true),
            ("100", true),
        ] {
            assert_eq!(apart(rate("10"), rate(new), 5), far, "{new}");
        }
    }
}
