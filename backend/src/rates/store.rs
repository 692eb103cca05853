//! Rates as they are kept: each one that was believed, with its history.

use super::entity::rate::{Column, Entity, Model};
use crate::platform::scope::{Rows, SystemScope};
use chrono::{DateTime, Duration, Utc};
use sea_orm::{
    ActiveValue::NotSet,
    Condition, QueryOrder, QuerySelect, QueryTrait, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use shared_types::{
    fixed::Rate,
    money::Currency,
    rates::{BASES, RateSource, SourceRate},
};

/// Points of a chart.
const POINTS: usize = 400;

pub(super) fn view(row: &Model) -> Option<SourceRate> {
    Some(SourceRate {
        source: RateSource::from_name(&row.source)?,
        base: Currency::from_code(&row.base)?,
        rate: Rate::parse(&row.rate).ok()?,
        at: row.fetched_at,
        for_date: row.for_date.as_deref().and_then(|date| date.parse().ok()),
        detail: row.detail.clone(),
    })
}

/// The newest row of a source's currency, found by one look into the index.
fn newest(source: RateSource, base: Currency) -> Condition {
    let of = Condition::all()
        .add(Column::Source.eq(source.as_str()))
        .add(Column::Base.eq(base.code()))
        .add(Column::Quote.eq(Currency::Rub.code()));
    let latest = Entity::find()
        .select_only()
        .column_as(Column::FetchedAt.max(), "latest")
        .filter(of.clone())
        .into_query();
    of.add(Expr::col((Entity, Column::FetchedAt)).eq(Expr::from(latest)))
}

/// What the source told last of a currency.
pub(super) async fn last(rows: &impl Rows, source: RateSource, base: Currency) -> Result<Option<SourceRate>, DbErr> {
    let select = Entity::find().filter(newest(source, base));
    Ok(rows.one(select).await?.as_ref().and_then(view))
}

/// What every source told last of every currency, in one statement.
pub(super) async fn lasts(system: &SystemScope) -> Result<Vec<SourceRate>, DbErr> {
    let mut any = Condition::any();
    for source in [RateSource::Cbr, RateSource::Bestchange] {
        for base in BASES {
            any = any.add(newest(source, base));
        }
    }
    Ok(system
        .all(Entity::find().filter(any))
        .await?
        .iter()
        .filter_map(view)
        .collect())
}

/// Keeps a rate; one that was fetched at the same moment is kept once.
pub(crate) async fn keep(rows: &impl Rows, told: &SourceRate) -> Result<(), DbErr> {
    let row = super::entity::rate::ActiveModel {
        id: NotSet,
        source: Set(told.source.as_str().to_owned()),
        base: Set(told.base.code().to_owned()),
        quote: Set(Currency::Rub.code().to_owned()),
        rate: Set(told.rate.to_string()),
        fetched_at: Set(told.at),
        for_date: Set(told.for_date.map(|date| date.to_string())),
        detail: Set(told.detail.clone()),
        created_at: Set(told.at),
    };
    let unique = OnConflict::columns([Column::Source, Column::Base, Column::Quote, Column::FetchedAt]);
    rows.insert_unless_there(row, unique).await.map(drop)
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
