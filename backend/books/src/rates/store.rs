//! Storage of accepted rates and their history.

use chrono::{DateTime, Duration, Utc};
use entities::rate::{Column, Entity, Model, RateDate};
use platform::scope::{ScopedConnection, SystemScope};
use sea_orm::{
    ActiveValue::NotSet,
    Condition, QueryOrder, QuerySelect, QueryTrait, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use shared_types::{
    money::Currency,
    rates::{BASES, RateSource, SourceRate},
};

/// Most points of a chart.
const MAX_CHART_POINTS: usize = 400;

/// Converts a row to its API representation.
pub(super) fn rate_view(row: &Model) -> SourceRate {
    SourceRate {
        source: row.source,
        base: row.base,
        rate: row.rate,
        at: row.fetched_at,
        for_date: row.for_date.map(|date| date.0),
        detail: row.detail.clone(),
    }
}

/// Selects the newest row of a source and a currency with one index lookup.
fn latest_condition(source: RateSource, base: Currency) -> Condition {
    let key = Condition::all()
        .add(Column::Source.eq(source))
        .add(Column::Base.eq(base))
        .add(Column::Quote.eq(Currency::Rub));
    let latest = Entity::find()
        .select_only()
        .column_as(Column::FetchedAt.max(), "latest")
        .filter(key.clone())
        .into_query();
    key.add(Expr::col((Entity, Column::FetchedAt)).eq(Expr::from(latest)))
}

/// Returns the latest rate of a source and a currency.
pub(super) async fn latest(
    rows: &impl ScopedConnection,
    source: RateSource,
    base: Currency,
) -> Result<Option<SourceRate>, DbErr> {
    let select = Entity::find().filter(latest_condition(source, base));
    Ok(rows.one(select).await?.as_ref().map(rate_view))
}

/// Returns the latest rates of all sources and currencies in one statement.
pub(super) async fn list_latest(system: &SystemScope) -> Result<Vec<SourceRate>, DbErr> {
    let mut any = Condition::any();
    for source in [RateSource::Cbr, RateSource::Bestchange] {
        for base in BASES {
            any = any.add(latest_condition(source, base));
        }
    }
    Ok(system
        .all(Entity::find().filter(any))
        .await?
        .iter()
        .map(rate_view)
        .collect())
}

/// Stores a rate, unless one with the same time is stored already.
pub async fn save(rows: &impl ScopedConnection, rate: &SourceRate) -> Result<(), DbErr> {
    let row = entities::rate::ActiveModel {
        id: NotSet,
        source: Set(rate.source),
        base: Set(rate.base),
        quote: Set(Currency::Rub),
        rate: Set(rate.rate),
        fetched_at: Set(rate.at),
        for_date: Set(rate.for_date.map(RateDate)),
        detail: Set(rate.detail.clone()),
        created_at: Set(rate.at),
    };
    let unique = OnConflict::columns([Column::Source, Column::Base, Column::Quote, Column::FetchedAt]);
    rows.insert_if_absent(row, unique).await.map(drop)
}

/// Returns the rates of the last days, oldest first, thinned to about [`MAX_CHART_POINTS`]. The newest one is always included.
pub(super) async fn history(
    system: &SystemScope,
    source: RateSource,
    base: Currency,
    days: i64,
    now: DateTime<Utc>,
) -> Result<Vec<SourceRate>, DbErr> {
    let select = Entity::find()
        .filter(Column::Source.eq(source))
        .filter(Column::Base.eq(base))
        .filter(Column::Quote.eq(Currency::Rub))
        .filter(Column::FetchedAt.gte(now - Duration::days(days)))
        .order_by_asc(Column::FetchedAt)
        .limit(50_000);
    let all: Vec<SourceRate> = system.all(select).await?.iter().map(rate_view).collect();
    let step = all.len().div_ceil(MAX_CHART_POINTS).clamp(1, usize::MAX);
    let newest = all.len().saturating_sub(1);
    Ok(all
        .into_iter()
        .enumerate()
        .filter(|(index, _)| index % step == 0 || *index == newest)
        .map(|(_, rate)| rate)
        .collect())
}
