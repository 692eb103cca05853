//! Writes to the row of an agent: registration, onboarding, and the lock of its number of staff.

use chrono::{DateTime, Utc};
use entities::agent::{ActiveModel, Column, Entity, Model, OnboardingProgress};
use platform::{
    rng,
    scope::{ScopedConnection, SystemPolicy, Tx},
};
use sea_orm::{
    Set,
    entity::prelude::*,
    sea_query::{Expr, OnConflict},
};
use shared_types::{id::AgentId, money::Currency, onboarding::OnboardingStep};

/// Inserts an agent unless the subdomain is taken, and returns its id.
pub async fn create(
    tx: &Tx<SystemPolicy>,
    company: &str,
    subdomain: &str,
    now: DateTime<Utc>,
) -> Result<Option<AgentId>, DbErr> {
    let row = ActiveModel {
        name: Set(company.to_owned()),
        subdomain: Set(subdomain.to_owned()),
        referral_hash: Set(rng::short_code(12)),
        currency: Set(Currency::Cny),
        onboarding_step: Set(Some(OnboardingProgress::At(OnboardingStep::Company))),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
        ..Default::default()
    };
    if !tx.insert_if_absent(row, OnConflict::column(Column::Subdomain)).await? {
        return Ok(None);
    }
    let inserted = tx.one(Entity::find().filter(Column::Subdomain.eq(subdomain))).await?;
    Ok(inserted.map(|row| row.id))
}

/// Makes a new agent a sandbox. Nothing makes it a real one again.
pub async fn mark_sandbox(tx: &Tx<SystemPolicy>, agent_id: AgentId) -> Result<(), DbErr> {
    let update = Entity::update_many()
        .col_expr(Column::IsSandbox, Expr::value(true))
        .filter(Column::Id.eq(agent_id));
    tx.update_count(update).await.map(drop)
}

/// Stores how far an agent is in the onboarding.
pub async fn set_onboarding_progress(
    tx: &Tx<SystemPolicy>,
    agent_id: AgentId,
    progress: OnboardingProgress,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let update = Entity::update_many()
        .col_expr(Column::OnboardingStep, Expr::value(progress))
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(Column::Id.eq(agent_id));
    tx.update_count(update).await.map(drop)
}

/// Locks an agent's row until the transaction ends, and returns it.
pub async fn lock(tx: &Tx<SystemPolicy>, agent_id: AgentId, now: DateTime<Utc>) -> Result<Option<Model>, DbErr> {
    let lock = Entity::update_many()
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(Column::Id.eq(agent_id));
    Ok(tx.update(lock).await?.pop())
}
