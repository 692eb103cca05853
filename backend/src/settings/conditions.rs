//! What the agent charges: read by every calculation, set by whoever may.

use super::kept::{self, Kept};
use crate::platform::{http::Failure, scope::Rows};
use chrono::{DateTime, Utc};
use sea_orm::DbErr;
use shared_types::{
    fields::{FieldErrors, Rule},
    pricing::Commission,
    settings::{Conditions, Versioned},
};

/// Most brackets of a commission.
const BRACKETS: usize = 20;
/// A hundred percent, in millionths of a percent.
pub(super) const WHOLE: i64 = 100_000_000;
/// Largest amount of a condition, minor units.
const AMOUNT: i64 = 1_000_000_000_000;

impl Kept for Commission {
    const KEY: &'static str = "conditions";
}

fn view(held: Versioned<Commission>) -> Conditions {
    Conditions {
        commission: held.value,
        version: held.version,
    }
}

/// The agent's commission; nothing is charged until it is set.
pub async fn commission(rows: &impl Rows) -> Result<Commission, DbErr> {
    Ok(kept::read(rows).await?.value)
}

pub(super) async fn show(rows: &impl Rows) -> Result<Conditions, DbErr> {
    Ok(view(kept::read(rows).await?))
}

fn check(commission: &Commission) -> Result<(), FieldErrors> {
    let mut errors = FieldErrors::default();
    errors.range("commission.percent", commission.percent.millionths(), 0, WHOLE);
    errors.range("commission.minimum_minor", commission.minimum_minor, 0, AMOUNT);
    if commission.brackets.len() > BRACKETS {
        errors.add("commission.brackets", Rule::TooLong(BRACKETS));
    }
    for (index, bracket) in commission.brackets.iter().enumerate() {
        let field = |name: &str| format!("commission.brackets.{index}.{name}");
        errors.range(&field("percent"), bracket.percent.millionths(), 0, WHOLE);
        errors.range(&field("from_minor"), bracket.from_minor, 0, AMOUNT);
    }
    errors.or(())
}

pub(crate) async fn change(
    rows: &impl Rows,
    commission: Commission,
    version: Option<i64>,
    now: DateTime<Utc>,
) -> Result<Conditions, Failure> {
    check(&commission)?;
    Ok(view(kept::write(rows, commission, version, now).await?))
}
