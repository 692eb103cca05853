//! The agent's commission, used by every calculation.

use crate::settings::SettingsError;
use crate::settings::keyed_setting::{self, KeyedSetting};
use chrono::{DateTime, Utc};
use platform::scope::ScopedConnection;
use sea_orm::DbErr;
use shared_types::{
    fields::{FieldErrors, Rule},
    pricing::Commission,
    settings::{Conditions, Versioned},
};

/// The maximum number of brackets of a commission.
const MAX_BRACKETS: usize = 20;
/// 100 % in millionths of a percent.
pub(super) const HUNDRED_PERCENT: i64 = 100_000_000;
/// The maximum of an amount, in minor units.
const MAX_AMOUNT_MINOR: i64 = 1_000_000_000_000;

impl KeyedSetting for Commission {
    const KEY: &'static str = "conditions";
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

pub(super) async fn get(rows: &impl ScopedConnection) -> Result<Conditions, DbErr> {
    Ok(view(keyed_setting::read(rows).await?))
}

fn validate(commission: &Commission) -> Result<(), FieldErrors> {
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
        MAX_AMOUNT_MINOR,
    );
    if commission.brackets.len() > MAX_BRACKETS {
        errors.add("commission.brackets", Rule::TooMany(MAX_BRACKETS));
    }
    for (index, bracket) in commission.brackets.iter().enumerate() {
        let field = |name: &str| format!("commission.brackets.{index}.{name}");
        errors.range(&field("percent"), bracket.percent.millionths(), 0, HUNDRED_PERCENT);
        errors.range(&field("from_minor"), bracket.from_minor, 0, MAX_AMOUNT_MINOR);
    }
    errors.into_result(())
}

pub async fn update(
    rows: &impl ScopedConnection,
    commission: Commission,
    version: Option<i64>,
    now: DateTime<Utc>,
) -> Result<Conditions, SettingsError> {
    validate(&commission)?;
    Ok(view(keyed_setting::write(rows, commission, version, now).await?))
}
