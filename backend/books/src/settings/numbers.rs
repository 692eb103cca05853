//! Sequential numbers per agent.

use chrono::{DateTime, Utc};
use entities::agent_setting as entity;
use platform::scope::ScopedConnection;
use sea_orm::{
    ActiveValue::NotSet,
    Set,
    entity::prelude::*,
    sea_query::{Expr, OnConflict},
};

/// Returns the next number of a kind, starting with 1. The counter row stays locked until the transaction ends, so no number
/// is assigned twice.
pub async fn next_number(rows: &impl ScopedConnection, kind: &str, now: DateTime<Utc>) -> Result<i64, DbErr> {
    let first = entity::ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        key: Set(format!("number.{kind}")),
        value: Set("1".to_owned()),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let on_conflict = OnConflict::columns([entity::Column::AgentId, entity::Column::Key])
        .value(
            entity::Column::Value,
            Expr::cust("CAST(CAST(agent_settings.value AS integer) + 1 AS text)"),
        )
        .value(entity::Column::UpdatedAt, now)
        .to_owned();
    let row = rows.upsert(first, on_conflict).await?;
    row.value
        .parse()
        .map_err(|_| DbErr::Custom("the counter is not a number".to_owned()))
}
