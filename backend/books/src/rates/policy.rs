//! The rate policy of an agent and the rates that result from it.

use super::{conversion::Rates, rates_of::RatesOf, store};
use chrono::{DateTime, Utc};
use entities::{
    client,
    json::Json,
    rate_policy::{ActiveModel, Column, Entity, Model},
};
use platform::error::OperationError;
use platform::scope::{ScopedConnection, SystemScope};
use sea_orm::{
    ActiveValue::NotSet,
    FromQueryResult, JoinType, QuerySelect, QueryTrait, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, IntoCondition, OnConflict},
};
use shared_types::{
    clients::ClientRateTerms,
    fields::{FieldErrors, Rule},
    fixed::{Percent, Rate},
    id::AgentId,
    money::Currency,
    rates::{BASES, OwnRate, RatePolicy, RatePolicyChange, RateSource, RateState, SourceRate, effective_rate},
};

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

/// A policy of the agent with the own rates of the client that is joined.
#[derive(FromQueryResult)]
struct JoinedPolicy {
    base: Currency,
    kind: RateSource,
    fixed_rate: Option<Rate>,
    markup_percent: Option<Percent>,
    own_rates: Option<Json<Vec<OwnRate>>>,
    version: i64,
}

impl JoinedPolicy {
    /// The client's own policy of the currency, or else the agent's, with the version of the agent's policy.
    fn into_applied(self) -> (Currency, RatePolicy, i64) {
        let own = self.own_rates.as_deref();
        let own = own.and_then(|own| own.iter().find(|rate| rate.base == self.base));
        let policy = own.map_or(
            RatePolicy {
                source: self.kind,
                fixed: self.fixed_rate,
                markup: self.markup_percent.unwrap_or_default(),
            },
            OwnRate::policy,
        );
        (self.base, policy, self.version)
    }
}

/// The policies that apply to a client. Takes one statement.
async fn client_policies(
    rows: &impl ScopedConnection,
    rates_of: RatesOf,
) -> Result<Vec<(Currency, RatePolicy, i64)>, DbErr> {
    let mut select = Entity::find()
        .select_only()
        .columns([
            Column::Base,
            Column::Kind,
            Column::FixedRate,
            Column::MarkupPercent,
            Column::Version,
        ])
        .column_as(Expr::col((client::Entity, client::Column::Rates)), "own_rates")
        .filter(Column::Quote.eq(Currency::Rub));
    // The row policy is applied to the first table only, so the join also compares the agents.
    let by_client = Expr::col((Entity, Column::AgentId))
        .equals((client::Entity, client::Column::AgentId))
        .and(rates_of.condition());
    QueryTrait::query(&mut select).join(JoinType::LeftJoin, client::Entity, by_client.into_condition());
    let policies: Vec<JoinedPolicy> = rows.all_as(select).await?;
    Ok(policies.into_iter().map(JoinedPolicy::into_applied).collect())
}

/// Combines the policies and their versions with the latest rates of the sources.
fn rate_states(policies: &[(Currency, RatePolicy, i64)], latest: &[SourceRate], now: DateTime<Utc>) -> Vec<RateState> {
    let state = |base: Currency| {
        let found = policies.iter().find(|(known, ..)| *known == base);
        let policy = found.map(|(_, policy, _)| *policy);
        let sources: Vec<SourceRate> = latest.iter().filter(|rate| rate.base == base).cloned().collect();
        let effective = policy.and_then(|policy| {
            let latest = sources.iter().find(|rate| rate.source == policy.source);
            effective_rate(policy, latest, now)
        });
        RateState {
            base,
            policy,
            version: found.map_or(0, |(.., version)| *version),
            effective,
            sources,
        }
    };
    BASES.map(state).to_vec()
}

async fn agent_policies(rows: &impl ScopedConnection) -> Result<Vec<Model>, DbErr> {
    rows.all(Entity::find().filter(Column::Quote.eq(Currency::Rub))).await
}

/// Returns the policy, the source rates and the resulting rate of every base currency. Takes two statements.
pub(super) async fn list_states(
    rows: &impl ScopedConnection,
    system: &SystemScope,
    now: DateTime<Utc>,
) -> Result<Vec<RateState>, DbErr> {
    let policies = agent_policies(rows).await?;
    let policies: Vec<_> = policies
        .iter()
        .map(|row| (row.base, policy_view(row), row.version))
        .collect();
    Ok(rate_states(&policies, &store::list_latest(system).await?, now))
}

/// Returns the same for a client, with its own policies in the place of the agent's. Takes two statements.
pub(super) async fn list_client_states(
    rows: &impl ScopedConnection,
    system: &SystemScope,
    rates_of: RatesOf,
    now: DateTime<Utc>,
) -> Result<Vec<RateState>, DbErr> {
    let policies = client_policies(rows, rates_of).await?;
    Ok(rate_states(&policies, &store::list_latest(system).await?, now))
}

/// Compares the general rates with the rates of a client who has these own rates. Takes two statements.
pub async fn compare(
    rows: &impl ScopedConnection,
    system: &SystemScope,
    own: &[OwnRate],
    now: DateTime<Utc>,
) -> Result<Vec<ClientRateTerms>, DbErr> {
    let states = list_states(rows, system, now).await?;
    let terms = states.into_iter().filter_map(|state| {
        let general = state.policy?;
        let policy = own.iter().find(|rate| rate.base == state.base);
        let policy = policy.map_or(general, OwnRate::policy);
        let latest = state.sources.iter().find(|rate| rate.source == policy.source);
        Some(ClientRateTerms {
            base: state.base,
            general: state.effective,
            effective: effective_rate(policy, latest, now),
        })
    });
    Ok(terms.collect())
}

/// The policies of several agents with the latest rates of the sources.
pub struct AgentRates {
    policies: Vec<Model>,
    latest: Vec<SourceRate>,
}

impl AgentRates {
    /// The rates of a client. Stale rates are left out.
    pub fn for_client(&self, agent_id: AgentId, own: &[OwnRate], now: DateTime<Utc>) -> Rates {
        let mut rates = Rates::default();
        for row in self.policies.iter().filter(|row| row.agent_id == agent_id) {
            let policy = own.iter().find(|rate| rate.base == row.base);
            let policy = policy.map_or_else(|| policy_view(row), OwnRate::policy);
            let mut latest = self.latest.iter().filter(|rate| rate.base == row.base);
            let latest = latest.find(|rate| rate.source == policy.source);
            if let Some(rate) = effective_rate(policy, latest, now).filter(|rate| !rate.stale) {
                rates = rates.with_rate(row.base, rate.rate, rate.source.into());
            }
        }
        rates
    }
}

/// Loads the rates of every agent in the scope. Takes two statements.
pub async fn load_by_agent(rows: &impl ScopedConnection, system: &SystemScope) -> Result<AgentRates, DbErr> {
    Ok(AgentRates {
        policies: agent_policies(rows).await?,
        latest: store::list_latest(system).await?,
    })
}

/// Returns the rate that a client's price can be quoted with and the name of its source; `None` if there is none or it is stale.
pub async fn current(
    rows: &impl ScopedConnection,
    system: &SystemScope,
    rates_of: RatesOf,
    base: Currency,
    now: DateTime<Utc>,
) -> Result<Option<(Rate, RateSource)>, DbErr> {
    let policies = client_policies(rows, rates_of).await?;
    let Some((_, policy, _)) = policies.into_iter().find(|(known, ..)| *known == base) else {
        return Ok(None);
    };
    let latest = match policy.source {
        RateSource::Fixed => None,
        source => store::latest(system, source, base).await?,
    };
    let rate = effective_rate(policy, latest.as_ref(), now).filter(|rate| !rate.stale);
    Ok(rate.map(|rate| (rate.rate, rate.source)))
}

/// Checks the numbers of a policy. `prefix` is the path of its fields.
fn check_policy(errors: &mut FieldErrors, prefix: &str, policy: RatePolicy) {
    match (policy.source, policy.fixed) {
        (RateSource::Fixed, None) => errors.add(&format!("{prefix}fixed"), Rule::Required),
        (_, Some(rate)) => errors.range(&format!("{prefix}fixed"), rate.millionths(), 1, 1_000_000_000_000),
        _ => {}
    }
    errors.range(&format!("{prefix}markup"), policy.markup.millionths(), 0, MAX_MARKUP);
}

/// Checks the own rates of a client: each replaces a rate that the agent has set. The errors name fields of `rates`.
pub async fn validate_own(rows: &impl ScopedConnection, own: &[OwnRate]) -> Result<(), OperationError> {
    let mut errors = FieldErrors::default();
    if own.len() > BASES.len() {
        errors.add("rates", Rule::TooMany(BASES.len()));
        return Ok(errors.into_result(())?);
    }
    let policies = if own.is_empty() {
        Vec::new()
    } else {
        agent_policies(rows).await?
    };
    for (index, rate) in own.iter().enumerate() {
        let prefix = format!("rates[{index}].");
        if !policies.iter().any(|row| row.base == rate.base) {
            errors.add(&format!("{prefix}base"), Rule::UnknownValue);
        } else if own[..index].iter().any(|other| other.base == rate.base) {
            errors.add(&format!("{prefix}base"), Rule::Taken);
        }
        check_policy(&mut errors, &prefix, rate.policy());
    }
    Ok(errors.into_result(())?)
}

/// Creates or replaces the policy of a currency. Fails with [`OperationError::Stale`] if `version` is given and is not the current
/// one; the caller rolls the transaction back then.
pub async fn set_policy(
    rows: &impl ScopedConnection,
    change: &RatePolicyChange,
    version: Option<i64>,
    now: DateTime<Utc>,
) -> Result<(), OperationError> {
    let mut errors = FieldErrors::default();
    if !BASES.contains(&change.base) {
        errors.add("base", Rule::UnknownValue);
    }
    let markup = change.markup.unwrap_or_default();
    let policy = RatePolicy {
        source: change.source,
        fixed: change.fixed,
        markup,
    };
    check_policy(&mut errors, "", policy);
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
    let saved = rows.upsert(row, on_conflict).await?;
    // The statement counts the version up itself, so of two changes at once only one continues the version that was seen.
    if version.is_some_and(|seen| seen.checked_add(1) != Some(saved.version)) {
        return Err(OperationError::Stale);
    }
    Ok(())
}
