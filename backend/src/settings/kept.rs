//! Values kept by key, one row each.

use super::entity::{ActiveModel, Column, Entity, Model};
use crate::platform::{http::Failure, scope::Rows};
use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::NotSet,
    Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use serde::{Serialize, de::DeserializeOwned};
use shared_types::{problem::ProblemCode, settings::Versioned};

/// A value with a key of its own; its default stands until it is set.
pub(super) trait Kept: Serialize + DeserializeOwned + Default + Send + Sync {
    /// The key.
    const KEY: &'static str;
}

/// The value of a row; its default where there is none, or one of an older form.
pub(super) fn value<T: Kept>(text: Option<&str>) -> T {
    text.and_then(|text| serde_json::from_str(text).ok())
        .unwrap_or_default()
}

async fn row<T: Kept>(rows: &impl Rows) -> Result<Option<Model>, DbErr> {
    rows.one(Entity::find().filter(Column::Key.eq(T::KEY))).await
}

/// The value as it stands.
pub(super) async fn read<T: Kept>(rows: &impl Rows) -> Result<Versioned<T>, DbErr> {
    let row = row::<T>(rows).await?;
    Ok(Versioned {
        value: value(row.as_ref().map(|row| row.value.as_str())),
        version: row.map_or(0, |row| row.version),
    })
}

/// Sets the value; a version that is not its own is refused.
pub(super) async fn write<T: Kept>(
    rows: &impl Rows,
    value: T,
    version: Option<i64>,
    now: DateTime<Utc>,
) -> Result<Versioned<T>, Failure> {
    let text = serde_json::to_string(&value).map_err(Failure::internal)?;
    let held = row::<T>(rows).await?;
    if version.is_some_and(|version| version != held.as_ref().map_or(0, |row| row.version)) {
        return Err(ProblemCode::VersionStale.into());
    }
    let new = ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        key: Set(T::KEY.to_owned()),
        value: Set(text),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let there = OnConflict::columns([Column::AgentId, Column::Key])
        .update_columns([Column::Value, Column::UpdatedAt])
        .value(Column::Version, Expr::col((Entity, Column::Version)).add(1))
        .to_owned();
    let row = rows.upsert(new, there).await?;
    Ok(Versioned {
        value,
        version: row.version,
    })
}
