//! Rates as they are kept: the last good one stays, a jump is taken only when it is told three times.

use super::entity::rate::{Column, Entity, Model};
use crate::platform::scope::{Rows, SystemScope};
use chrono::{DateTime, Duration, Utc};
use sea_orm::{ActiveValue::NotSet, QueryOrder, QuerySelect, Set, entity::prelude::*, sea_query::OnConflict};
use shared_types::{
    fixed::Rate,
    money::Currency,
    rates::{RateSource, SourceRate},
};

/// Points of a chart.
const POINTS: usize = 400;

pub(super) fn view(row: &Model) -> Option<SourceRate> {
    Some(SourceRate {
        source: RateSource::from_name(&row.source)?,
        base: Currency::from_code(&row.base)?,
        rate: Rate::parse(&row.rate).ok()?,
        at: row.fetched_at,
        detail: row.detail.clone(),
    })
}

/// What the source told last of a currency.
pub(super) async fn last(
    system: &SystemScope,
    source: RateSource,
    base: Currency,
) -> Result<Option<SourceRate>, DbErr> {
    let select = Entity::find()
        .filter(Column::Source.eq(source.as_str()))
        .filter(Column::Base.eq(base.code()))
        .filter(Column::Quote.eq(Currency::Rub.code()))
        .order_by_desc(Column::FetchedAt);
    Ok(system.one(select).await?.as_ref().and_then(view))
}

/// Whether the new rate is more than a fifth off the last one.
pub(super) fn jumps(last: Rate, new: Rate) -> bool {
    let (last, new) = (i128::from(last.millionths()), i128::from(new.millionths()));
    (new - last).abs() * 5 > last
}

/// Keeps a rate; one that was fetched at the same moment is kept once.
pub(crate) async fn keep(system: &SystemScope, told: &SourceRate) -> Result<(), DbErr> {
    let row = super::entity::rate::ActiveModel {
        id: NotSet,
        source: Set(told.source.as_str().to_owned()),
        base: Set(told.base.code().to_owned()),
        quote: Set(Currency::Rub.code().to_owned()),
        rate: Set(told.rate.to_string()),
        fetched_at: Set(told.at),
        detail: Set(told.detail.clone()),
        created_at: Set(told.at),
    };
    let unique = OnConflict::columns([Column::Source, Column::Base, Column::Quote, Column::FetchedAt]);
    system.insert_unless_there(row, unique).await.map(drop)
}

/// What a source told over the last days, thinned to what a chart can show.
pub(super) async fn history(
    system: &SystemScope,
    source: RateSource,
    base: Currency,
    days: i64,
    now: DateTime<Utc>,
) -> Result<Vec<SourceRate>, DbErr> {
    let select = Entity::find()
        .filter(Column::Source.eq(source.as_str()))
        .filter(Column::Base.eq(base.code()))
        .filter(Column::Quote.eq(Currency::Rub.code()))
        .filter(Column::FetchedAt.gte(now - Duration::days(days)))
        .order_by_asc(Column::FetchedAt)
        .limit(50_000);
    let all: Vec<SourceRate> = system.all(select).await?.iter().filter_map(view).collect();
    let step = all.len().div_ceil(POINTS).clamp(1, usize::MAX);
    let newest = all.len().saturating_sub(1);
    Ok(all
        .into_iter()
        .enumerate()
        .filter(|(index, _)| index % step == 0 || *index == newest)
        .map(|(_, rate)| rate)
        .collect())
}
