//! What an agent asks of its people's logins; the login reads it by the key.

use crate::{platform::scope::Rows, settings::entity};
use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::NotSet,
    DbErr, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use shared_types::profile::StaffLogins;

const KEY: &str = "second_factor";

pub(super) async fn show(rows: &impl Rows) -> Result<StaffLogins, DbErr> {
    let row = rows
        .one(entity::Entity::find().filter(entity::Column::Key.eq(KEY)))
        .await?;
    Ok(StaffLogins {
        second_factor: row.is_some_and(|row| row.value == "true"),
    })
}

pub(super) async fn change(rows: &impl Rows, asked: StaffLogins, now: DateTime<Utc>) -> Result<StaffLogins, DbErr> {
    let row = entity::ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        key: Set(KEY.to_owned()),
        value: Set(asked.second_factor.to_string()),
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
    rows.upsert(row, there).await?;
    Ok(asked)
}
