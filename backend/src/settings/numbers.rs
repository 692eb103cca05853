//! Numbers that count on per agent.

use super::entity;
use crate::platform::scope::Rows;
use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::NotSet,
    Set,
    entity::prelude::*,
    sea_query::{Expr, OnConflict},
};

/// The next number of a kind; its row stays locked until the transaction ends, so that no number is given twice.
pub async fn next_number(rows: &impl Rows, kind: &str, now: DateTime<Utc>) -> Result<i64, DbErr> {
    let first = entity::ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        key: Set(format!("number.{kind}")),
        value: Set("1".to_owned()),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let counted = OnConflict::columns([entity::Column::AgentId, entity::Column::Key])
        .value(
            entity::Column::Value,
            Expr::cust("CAST(CAST(agent_settings.value AS integer) + 1 AS text)"),
        )
        .value(entity::Column::UpdatedAt, now)
        .to_owned();
    let row = rows.upsert(first, counted).await?;
    row.value
        .parse()
        .map_err(|_| DbErr::Custom("a counter holds no number".to_owned()))
}
