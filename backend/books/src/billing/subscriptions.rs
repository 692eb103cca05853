//! The plan of each agent.

use chrono::{DateTime, Utc};
use entities::{
    plan,
    subscription::{ActiveModel, Column, Entity, Model},
};
use platform::scope::{ScopedConnection, SystemPolicy, Tx};
use sea_orm::{
    ActiveValue::NotSet,
    QuerySelect, Set,
    entity::prelude::*,
    sea_query::{Expr, OnConflict},
};
use shared_types::{id::AgentId, month::CalendarMonth};

/// Gives a new agent the default plan, if there is one. The month of the registration is free.
pub async fn start(tx: &Tx<SystemPolicy>, agent_id: AgentId, now: DateTime<Utc>) -> Result<(), DbErr> {
    let default = plan::Entity::find().filter(plan::Column::IsDefault.eq(true));
    let Some(plan) = tx.one(default).await? else {
        return Ok(());
    };
    let row = ActiveModel {
        id: NotSet,
        agent_id: Set(agent_id),
        plan_id: Set(plan.id),
        covered_month: Set(None),
        covered_minor: Set(0),
        waiting_from: Set(None),
        created_at: Set(now),
        updated_at: Set(now),
    };
    tx.insert_if_absent(row, OnConflict::column(Column::AgentId))
        .await
        .map(drop)
}

/// The subscription of the scope's agent with its plan.
pub(super) async fn find(
    rows: &impl ScopedConnection,
    agent_id: AgentId,
) -> Result<Option<(Model, plan::Model)>, DbErr> {
    let select = Entity::find()
        .find_also_related(plan::Entity)
        .filter(Column::AgentId.eq(agent_id));
    let found = rows.all_with(select).await?.pop();
    Ok(found.and_then(|(row, plan)| Some((row, plan?))))
}

/// Locks the subscription until the transaction ends and returns it with its plan.
pub(super) async fn lock(
    rows: &impl ScopedConnection,
    agent_id: AgentId,
) -> Result<Option<(Model, plan::Model)>, DbErr> {
    let select = Entity::find().filter(Column::AgentId.eq(agent_id)).lock_exclusive();
    let Some(row) = rows.one(select).await? else {
        return Ok(None);
    };
    let plan = rows.one(plan::Entity::find_by_id(row.plan_id)).await?;
    Ok(plan.map(|plan| (row, plan)))
}

/// The monthly price that is paid for a month, in kopecks.
pub(super) fn covered_minor(row: &Model, month: CalendarMonth) -> i64 {
    if row.covered_month == Some(month) {
        row.covered_minor
    } else {
        0
    }
}

/// Stores the price that a month is paid at.
pub(super) async fn set_covered(
    rows: &impl ScopedConnection,
    agent_id: AgentId,
    month: CalendarMonth,
    minor: i64,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let update = Entity::update_many()
        .col_expr(Column::CoveredMonth, Expr::value(month))
        .col_expr(Column::CoveredMinor, Expr::value(minor))
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(Column::AgentId.eq(agent_id));
    rows.update_count(update).await.map(drop)
}

/// Stores the first month whose invoice waits, or that none does.
pub(super) async fn set_waiting(
    rows: &impl ScopedConnection,
    agent_id: AgentId,
    from: Option<CalendarMonth>,
) -> Result<(), DbErr> {
    let update = Entity::update_many()
        .col_expr(Column::WaitingFrom, Expr::value(from))
        .filter(Column::AgentId.eq(agent_id));
    rows.update_count(update).await.map(drop)
}
