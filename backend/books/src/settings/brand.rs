//! The brand of an agent: colour, motto and logo.

use crate::settings::SettingsError;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use entities::agent_brand::{ActiveModel, Column, Entity, Model};
use infra::media::{self, Area, UrlSigner};
use platform::{
    error::OperationError,
    jobs::{Jobs, Outcome},
    scope::ScopedConnection,
    state::AppState,
    storage::{self, Storage},
};
use sea_orm::{
    ActiveValue::NotSet,
    QuerySelect, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use shared_types::{
    id::AgentId,
    settings::{Brand, BrandChange, BrandColor, Versioned},
};

/// The job that removes files of logos that no brand has.
const SWEEP_JOB: &str = "settings:logos";

/// Registers the job that removes unused logos.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.handle(SWEEP_JOB, |state, _| sweep(state))
        .calls(SWEEP_JOB, [storage::SYSTEM])
        .every(chrono::Duration::days(1), SWEEP_JOB)
}

/// Returns the brand of the scope's agent, whose name the caller knows. An agent that has set nothing has the default brand.
pub async fn brand(rows: &impl ScopedConnection, name: &str, signer: &UrlSigner) -> Result<Brand, DbErr> {
    Ok(to_brand(name, rows.one(Entity::find()).await?, signer).value)
}

/// The brand with its version; version 0 means that nothing is set.
pub(super) async fn settings(
    rows: &impl ScopedConnection,
    name: &str,
    signer: &UrlSigner,
) -> Result<Versioned<Brand>, DbErr> {
    Ok(to_brand(name, rows.one(Entity::find()).await?, signer))
}

pub(super) fn to_brand(name: &str, row: Option<Model>, signer: &UrlSigner) -> Versioned<Brand> {
    let name = name.to_owned();
    let Some(row) = row else {
        return Versioned {
            value: Brand {
                name,
                ..Brand::default()
            },
            version: 0,
        };
    };
    Versioned {
        value: Brand {
            name,
            color: row.color,
            motto: row.motto,
            logo: signer.thumb(row.logo_key.as_deref()),
        },
        version: row.version,
    }
}

/// Changes the colour and the motto. Fails with [`OperationError::Stale`] if `version` is given and is not the current one.
pub(super) async fn update(
    rows: &impl ScopedConnection,
    change: BrandChange,
    version: Option<i64>,
    now: DateTime<Utc>,
) -> Result<Model, SettingsError> {
    let change = change.validate()?;
    let current = lock(rows).await?;
    if version.is_some_and(|version| version != current.as_ref().map_or(0, |row| row.version)) {
        return Err(OperationError::Stale.into());
    }
    let row = ActiveModel {
        color: Set(change.color),
        motto: Set(change.motto),
        logo_key: Set(current.and_then(|row| row.logo_key)),
        ..empty_brand(now)
    };
    Ok(rows.upsert(row, on_conflict([Column::Color, Column::Motto])).await?)
}

/// Stores the files of a new logo. Returns their folder, for [`replace_logo`].
pub(super) async fn store_logo(storage: &Storage, agent_id: AgentId, bytes: Bytes) -> Result<String, SettingsError> {
    let stored = media::store_photo(storage, media::new_path(Area::Logos, agent_id), bytes).await?;
    Ok(stored.path)
}

/// Replaces the logo, or removes it. A job removes the files of the former one.
pub(super) async fn replace_logo(
    rows: &impl ScopedConnection,
    path: Option<String>,
    now: DateTime<Utc>,
) -> Result<Option<Model>, SettingsError> {
    let current = lock(rows).await?;
    let former = current.as_ref().and_then(|row| row.logo_key.clone());
    if former.is_none() && path.is_none() {
        return Ok(current);
    }
    let row = ActiveModel {
        logo_key: Set(path),
        ..empty_brand(now)
    };
    let saved = rows.upsert(row, on_conflict([Column::LogoKey])).await?;
    if let Some(former) = former {
        rows.enqueue(media::removal_job(&former, now), now).await?;
    }
    Ok(Some(saved))
}

async fn lock(rows: &impl ScopedConnection) -> Result<Option<Model>, DbErr> {
    rows.one(Entity::find().lock_exclusive()).await
}

/// The row of an agent that has set nothing yet.
fn empty_brand(now: DateTime<Utc>) -> ActiveModel {
    ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        color: Set(BrandColor::default()),
        motto: Set(String::new()),
        logo_key: Set(None),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
    }
}

/// Updates some columns of the row that the agent already has.
fn on_conflict(columns: impl IntoIterator<Item = Column>) -> OnConflict {
    OnConflict::column(Column::AgentId)
        .update_columns(columns)
        .update_column(Column::UpdatedAt)
        .value(Column::Version, Expr::col((Entity, Column::Version)).add(1))
        .to_owned()
}

/// Removes files whose upload was interrupted before the brand's row was updated.
async fn sweep(state: AppState) -> Outcome {
    let in_use = |folders: Vec<String>| {
        let system = state.system();
        async move {
            let brands = Entity::find().filter(Column::LogoKey.is_in(folders));
            let brands = system.all(brands).await?.into_iter();
            Ok(brands.filter_map(|brand| brand.logo_key).collect())
        }
    };
    media::remove_orphans(&state, Area::Logos.as_str(), in_use).await
}
