//! The agent's commission, used by every calculation.

use crate::settings::SettingsError;
use crate::settings::keyed_setting::{self, KeyedSetting};
use chrono::{DateTime, Utc};
use entities::agent_setting::{Column, Entity, SettingKey};
use platform::scope::ScopedConnection;
use sea_orm::entity::prelude::*;
use shared_types::{
    fields::{FieldErrors, Rule},
    id::AgentId,
    pricing::Commission,
    settings::{
        Conditions, Versioned,
        limits::{COMMISSION_BRACKETS, COMMISSION_MINOR},
    },
};

use std::collections::BTreeMap;

/// 100 % in millionths of a percent.
pub(super) const HUNDRED_PERCENT: i64 = 100_000_000;

impl KeyedSetting for Commission {
    const KEY: SettingKey = SettingKey::Commission;
}

fn view(stored: Versioned<Commission>) -> Conditions {
    Conditions {
        commission: stored.value,
        version: stored.version,
    }
}

/// Returns the agent's commission. No commission is charged until it is set.
pub async fn commission(rows: &impl ScopedConnection) -> Result<Commission, DbErr> {
    Ok(keyed_setting::read(rows).await?.value)
}

/// Returns the commission of every agent in the scope that has set one.
pub async fn commissions_by_agent(rows: &impl ScopedConnection) -> Result<BTreeMap<AgentId, Commission>, DbErr> {
    let stored = rows
        .all(Entity::find().filter(Column::Key.eq(Commission::KEY)))
        .await?
        .into_iter();
    let parsed = stored.map(|row| Ok((row.agent_id, keyed_setting::parse(Some(&row.value))?)));
    parsed.collect()
}

pub(super) async fn get(rows: &impl ScopedConnection) -> Result<Conditions, DbErr> {
    Ok(view(keyed_setting::read(rows).await?))
}

/// Checks the ranges of a commission. The errors name fields of `commission`.
pub fn validate_commission(commission: &Commission) -> Result<(), FieldErrors> {
    let mut errors = FieldErrors::default();
    errors.range(
        "commission.percent",
        commission.percent.millionths(),
        0,
        HUNDRED_PERCENT,
    );
    errors.range(
        "commission.minimum_minor",
        commission.minimum_minor,
        0,
        COMMISSION_MINOR,
    );
    if commission.brackets.len() > COMMISSION_BRACKETS {
        errors.add("commission.brackets", Rule::TooMany(COMMISSION_BRACKETS));
    }
    for (index, bracket) in commission.brackets.iter().enumerate() {
        let field = |name: &str| format!("commission.brackets[{index}].{name}");
        if commission.brackets[..index]
            .iter()
            .any(|other| other.from_minor == bracket.from_minor)
        {
            errors.add(&field("from_minor"), Rule::SameBounds);
        }
        errors.range(&field("percent"), bracket.percent.millionths(), 0, HUNDRED_PERCENT);
        errors.range(&field("from_minor"), bracket.from_minor, 0, COMMISSION_MINOR);
    }
    errors.into_result(())
}

pub async fn update(
    rows: &impl ScopedConnection,
    commission: Commission,
    version: Option<i64>,
    now: DateTime<Utc>,
) -> Result<Conditions, SettingsError> {
    validate_commission(&commission)?;
    Ok(view(keyed_setting::write(rows, commission, version, now).await?))
}
