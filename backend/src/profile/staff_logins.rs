//! What an agent asks of its people; the login and the gate before payouts read it by the keys.

use crate::{platform::scope::Rows, settings::entity};
use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::NotSet,
    DbErr, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use shared_types::profile::{StaffLogins, StaffLoginsChange};

const SECOND_FACTOR: &str = "second_factor";
const PAYOUTS: &str = "payout_code";

pub(super) async fn show(rows: &impl Rows) -> Result<StaffLogins, DbErr> {
    let kept = entity::Entity::find().filter(entity::Column::Key.is_in([SECOND_FACTOR, PAYOUTS]));
    let kept = rows.all(kept).await?;
    let is_on = |key: &str| kept.iter().any(|row| row.key == key && row.value == "true");
    Ok(StaffLogins {
        second_factor: is_on(SECOND_FACTOR),
        payouts: is_on(PAYOUTS),
    })
}

pub(super) async fn change(
    rows: &impl Rows,
    asked: StaffLoginsChange,
    now: DateTime<Utc>,
) -> Result<StaffLogins, DbErr> {
    for (key, value) in [(SECOND_FACTOR, asked.second_factor), (PAYOUTS, asked.payouts)] {
        if let Some(value) = value {
            keep(rows, key, value, now).await?;
        }
    }
    show(rows).await
}

async fn keep(rows: &impl Rows, key: &str, value: bool, now: DateTime<Utc>) -> Result<(), DbErr> {
    let row = entity::ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        key: Set(key.to_owned()),
        value: Set(value.to_string()),
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
    rows.upsert(row, there).await.map(drop)
}
