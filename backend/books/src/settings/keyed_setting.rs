//! Storage of typed values by key, one JSON value per row.

use crate::settings::SettingsError;
use chrono::{DateTime, Utc};
use entities::agent_setting::{ActiveModel, Column, Entity, Model, SettingKey};
use platform::error::OperationError;
use platform::scope::ScopedConnection;
use sea_orm::{
    ActiveValue::NotSet,
    Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use serde::{Serialize, de::DeserializeOwned};
use shared_types::settings::Versioned;

/// A value that is stored under a fixed key. The default applies until it is set.
pub(super) trait KeyedSetting: Serialize + DeserializeOwned + Default + Send + Sync {
    /// The key of the row in `agent_settings`.
    const KEY: SettingKey;
}

/// Parses a stored value. Returns the default if there is none.
pub(super) fn parse<T: KeyedSetting>(text: Option<&str>) -> Result<T, DbErr> {
    let Some(text) = text else {
        return Ok(T::default());
    };
    serde_json::from_str(text).map_err(|error| DbErr::Json(format!("the setting {}: {error}", T::KEY.as_str())))
}

async fn find_row<T: KeyedSetting>(rows: &impl ScopedConnection) -> Result<Option<Model>, DbErr> {
    rows.one(Entity::find().filter(Column::Key.eq(T::KEY))).await
}

/// Returns the value with its version; version 0 means that the value is not set.
pub(super) async fn read<T: KeyedSetting>(rows: &impl ScopedConnection) -> Result<Versioned<T>, DbErr> {
    let row = find_row::<T>(rows).await?;
    Ok(Versioned {
        value: parse(row.as_ref().map(|row| row.value.as_str()))?,
        version: row.map_or(0, |row| row.version),
    })
}

/// Stores the value. Fails with [`OperationError::Stale`] if `version` is given and is not the current one.
pub(super) async fn write<T: KeyedSetting>(
    rows: &impl ScopedConnection,
    value: T,
    version: Option<i64>,
    now: DateTime<Utc>,
) -> Result<Versioned<T>, SettingsError> {
    let text = serde_json::to_string(&value).map_err(OperationError::internal)?;
    let current = find_row::<T>(rows).await?;
    if version.is_some_and(|version| version != current.as_ref().map_or(0, |row| row.version)) {
        return Err(OperationError::Stale.into());
    }
    let row = store_value(rows, T::KEY, text, now).await?;
    Ok(Versioned {
        value,
        version: row.version,
    })
}

/// Stores the text of a value and increments its version.
pub async fn store_value(
    rows: &impl ScopedConnection,
    key: SettingKey,
    value: String,
    now: DateTime<Utc>,
) -> Result<Model, DbErr> {
    let new = ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        key: Set(key),
        value: Set(value),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let on_conflict = OnConflict::columns([Column::AgentId, Column::Key])
        .update_columns([Column::Value, Column::UpdatedAt])
        .value(Column::Version, Expr::col((Entity, Column::Version)).add(1))
        .to_owned();
    rows.upsert(new, on_conflict).await
}
