//! Sequential numbers per agent.

use chrono::{DateTime, Utc};
use entities::agent_setting::{self as entity, SettingKey};
use platform::scope::ScopedConnection;
use sea_orm::{
    ActiveValue::NotSet,
    Set,
    entity::prelude::*,
    sea_query::{Expr, OnConflict},
};

/// The next number of a counter, starting with 1. The counter row stays locked until the transaction ends, so no number
/// is assigned twice.
pub async fn next_number(rows: &impl ScopedConnection, counter: SettingKey, now: DateTime<Utc>) -> Result<i64, DbErr> {
    let first = entity::ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        key: Set(counter),
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
