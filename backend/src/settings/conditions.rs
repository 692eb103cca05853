//! What the agent charges: read by every calculation, set by whoever may.

use super::entity;
use crate::platform::{http::Failure, scope::Rows};
use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::NotSet,
    Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use shared_types::{
    fields::{FieldErrors, Rule},
    pricing::Commission,
    problem::ProblemCode,
    settings::Conditions,
};

const KEY: &str = "conditions";
/// Most brackets of a commission.
const BRACKETS: usize = 20;
/// A hundred percent, in millionths of a percent.
const WHOLE: i64 = 100_000_000;
/// Largest amount of a condition, minor units.
const AMOUNT: i64 = 1_000_000_000_000;

async fn row(rows: &impl Rows) -> Result<Option<entity::Model>, DbErr> {
    rows.one(entity::Entity::find().filter(entity::Column::Key.eq(KEY)))
        .await
}

fn read(row: &entity::Model) -> Commission {
    serde_json::from_str(&row.value).unwrap_or_default()
}

/// The agent's commission; nothing is charged until it is set.
pub async fn commission(rows: &impl Rows) -> Result<Commission, DbErr> {
    Ok(row(rows).await?.as_ref().map(read).unwrap_or_default())
}

pub(super) async fn show(rows: &impl Rows) -> Result<Conditions, DbErr> {
    let row = row(rows).await?;
    Ok(Conditions {
        commission: row.as_ref().map(read).unwrap_or_default(),
        version: row.map_or(0, |row| row.version),
    })
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
    let value = serde_json::to_string(&commission).map_err(Failure::internal)?;
    let held = row(rows).await?;
    if version.is_some_and(|version| version != held.as_ref().map_or(0, |row| row.version)) {
        return Err(ProblemCode::VersionStale.into());
    }
    let new = entity::ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        key: Set(KEY.to_owned()),
        value: Set(value),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let there = OnConflict::columns([entity::Column::AgentId, entity::Column::Key])
        .update_columns([entity::Column::Value, entity::Column::UpdatedAt])
        .value(
            entity::Column::Version,
            Expr::col((entity::Entity, entity::Column::Version)).add(1),
        )
        .to_owned();
    let row = rows.upsert(new, there).await?;
    Ok(Conditions {
        commission,
        version: row.version,
    })
}
