//! The rate policy of an agent and the rates that result from it.

use super::{conversion::Rates, store};
use chrono::{DateTime, Utc};
use entities::rate_policy::{ActiveModel, Column, Entity, Model};
use platform::error::OperationError;
use platform::scope::{ScopedConnection, SystemScope};
use sea_orm::{
    ActiveValue::NotSet,
    Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use shared_types::{
    fields::{FieldErrors, Rule},
    fixed::Rate,
    id::AgentId,
    money::Currency,
    rates::{BASES, RatePolicy, RatePolicyChange, RateSource, RateState, SourceRate, effective_rate},
};

use std::collections::BTreeMap;

/// Largest markup, in millionths of a percent.
const MAX_MARKUP: i64 = 100_000_000;

fn policy_view(row: &Model) -> RatePolicy {
    RatePolicy {
        source: row.kind,
        fixed: row.fixed_rate,
        // A policy without a markup adds nothing to the rate.
        markup: row.markup_percent.unwrap_or_default(),
    }
}

async fn find(rows: &impl ScopedConnection, base: Currency) -> Result<Option<RatePolicy>, DbErr> {
    let select = Entity::find()
        .filter(Column::Base.eq(base))
        .filter(Column::Quote.eq(Currency::Rub));
    Ok(rows.one(select).await?.as_ref().map(policy_view))
}

/// Returns the policy, the source rates and the resulting rate of every base currency. Takes two statements.
pub(super) async fn list_states(
    rows: &impl ScopedConnection,
    system: &SystemScope,
    now: DateTime<Utc>,
) -> Result<Vec<RateState>, DbErr> {
    let policies = rows.all(Entity::find().filter(Column::Quote.eq(Currency::Rub))).await?;
    let latest = store::list_latest(system).await?;
    let state = |base: Currency| {
        let policy = policies.iter().find(|row| row.base == base).map(policy_view);
        let sources: Vec<SourceRate> = latest.iter().filter(|rate| rate.base == base).cloned().collect();
        let effective = policy.and_then(|policy| {
            let latest = sources.iter().find(|rate| rate.source == policy.source);
            effective_rate(policy, latest, now)
        });
        RateState {
            base,
            policy,
            effective,
            sources,
        }
    };
    Ok(BASES.map(state).to_vec())
}

/// Returns the current rates of every agent in the scope. Stale rates are left out. Takes two statements.
pub async fn current_by_agent(
    rows: &impl ScopedConnection,
    system: &SystemScope,
    now: DateTime<Utc>,
) -> Result<BTreeMap<AgentId, Rates>, DbErr> {
    let policies = rows.all(Entity::find().filter(Column::Quote.eq(Currency::Rub))).await?;
    let latest = store::list_latest(system).await?;
    let mut agents = BTreeMap::<AgentId, Rates>::new();
    for row in &policies {
        let (policy, base) = (policy_view(row), row.base);
        let source = latest
            .iter()
            .find(|rate| rate.base == base && rate.source == policy.source);
        let rates = agents.entry(row.agent_id).or_default();
        if let Some(rate) = effective_rate(policy, source, now).filter(|rate| !rate.stale) {
            *rates = std::mem::take(rates).with_rate(base, rate.rate, rate.source.into());
        }
    }
    Ok(agents)
}

/// Returns the rate that a price can be quoted with and the name of its source; `None` if there is none or it is stale.
pub async fn current(
    rows: &impl ScopedConnection,
    system: &SystemScope,
    base: Currency,
    now: DateTime<Utc>,
) -> Result<Option<(Rate, RateSource)>, DbErr> {
    let Some(policy) = find(rows, base).await? else {
        return Ok(None);
    };
    let latest = match policy.source {
        RateSource::Fixed => None,
        source => store::latest(system, source, base).await?,
    };
    let rate = effective_rate(policy, latest.as_ref(), now).filter(|rate| !rate.stale);
    Ok(rate.map(|rate| (rate.rate, rate.source)))
}

/// Creates or replaces the policy of a currency.
pub async fn set_policy(
    rows: &impl ScopedConnection,
    change: &RatePolicyChange,
    now: DateTime<Utc>,
) -> Result<(), OperationError> {
    let mut errors = FieldErrors::default();
    if !BASES.contains(&change.base) {
        errors.add("base", Rule::UnknownValue);
    }
    match (change.source, change.fixed) {
        (RateSource::Fixed, None) => errors.add("fixed", Rule::Required),
        (_, Some(rate)) => errors.range("fixed", rate.millionths(), 1, 1_000_000_000_000),
        _ => {}
    }
    let markup = change.markup.unwrap_or_default();
    errors.range("markup", markup.millionths(), 0, MAX_MARKUP);
    errors.into_result(())?;
    let row = ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        base: Set(change.base),
        quote: Set(Currency::Rub),
        kind: Set(change.source),
        fixed_rate: Set(change.fixed),
        markup_percent: Set(Some(markup)),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let on_conflict = OnConflict::columns([Column::AgentId, Column::Base, Column::Quote])
        .update_columns([
            Column::Kind,
            Column::FixedRate,
            Column::MarkupPercent,
            Column::UpdatedAt,
        ])
        .value(Column::Version, Expr::col((Entity, Column::Version)).add(1))
        .to_owned();
    rows.upsert(row, on_conflict).await?;
    Ok(())
}
