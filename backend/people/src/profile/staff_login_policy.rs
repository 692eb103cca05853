//! What an agent requires of its staff: a second factor at login, and a fresh code for payouts. Stored as settings; the login
//! and the authorization layer read them by their keys.

use chrono::{DateTime, Utc};
use entities::agent_setting as entity;
use platform::scope::ScopedConnection;
use sea_orm::{
    ActiveValue::NotSet,
    DbErr, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use shared_types::profile::{StaffLoginPolicy, StaffLoginPolicyChange};

const SECOND_FACTOR: &str = "second_factor";
const PAYOUT_CODE: &str = "payout_code";

pub(super) async fn get(rows: &impl ScopedConnection) -> Result<StaffLoginPolicy, DbErr> {
    let settings = entity::Entity::find().filter(entity::Column::Key.is_in([SECOND_FACTOR, PAYOUT_CODE]));
    let settings = rows.all(settings).await?;
    let is_on = |key: &str| settings.iter().any(|row| row.key == key && row.value == "true");
    Ok(StaffLoginPolicy {
        second_factor: is_on(SECOND_FACTOR),
        payouts: is_on(PAYOUT_CODE),
    })
}

pub(super) async fn update(
    rows: &impl ScopedConnection,
    change: StaffLoginPolicyChange,
    now: DateTime<Utc>,
) -> Result<StaffLoginPolicy, DbErr> {
    for (key, value) in [(SECOND_FACTOR, change.second_factor), (PAYOUT_CODE, change.payouts)] {
        if let Some(value) = value {
            save(rows, key, value, now).await?;
        }
    }
    get(rows).await
}

async fn save(rows: &impl ScopedConnection, key: &str, value: bool, now: DateTime<Utc>) -> Result<(), DbErr> {
    let row = entity::ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        key: Set(key.to_owned()),
        value: Set(value.to_string()),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let on_conflict = OnConflict::columns([entity::Column::AgentId, entity::Column::Key])
        .update_columns([entity::Column::Value, entity::Column::UpdatedAt])
        .value(
            entity::Column::Version,
            Expr::col((entity::Entity, entity::Column::Version)).add(1),
        )
        .to_owned();
    rows.upsert(row, on_conflict).await.map(drop)
}
