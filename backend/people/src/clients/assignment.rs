//! Gives clients to a manager.

use crate::staff::assignees;
use chrono::{DateTime, Utc};
use entities::client;
use platform::{error::OperationError, scope::ScopedConnection};
use sea_orm::{
    QueryOrder, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    clients::{ASSIGNED_CLIENTS, ClientAssignment},
    id::{ClientId, StaffId},
};

/// Checks that a staff member can manage clients.
pub(super) async fn ensure_manager(
    rows: &impl ScopedConnection,
    staff_id: Option<StaffId>,
    field: &str,
) -> Result<(), OperationError> {
    let people = assignees::by_ids(rows, staff_id).await?;
    Ok(assignees::ensure_available(&people, staff_id, field)?)
}

/// Gives clients to a manager, or to nobody. Returns how many had another manager.
pub(super) async fn assign(
    rows: &impl ScopedConnection,
    assignment: &ClientAssignment,
    now: DateTime<Utc>,
) -> Result<usize, OperationError> {
    assignees::ensure_distinct(&assignment.clients, "clients", ASSIGNED_CLIENTS)?;
    ensure_manager(rows, assignment.staff_id, "staff_id").await?;
    let select = client::Entity::find()
        .filter(client::Column::Id.is_in(assignment.clients.iter().copied()))
        .order_by_asc(client::Column::Id)
        .lock_exclusive();
    let clients = rows.all(select).await?;
    if clients.len() != assignment.clients.len() {
        return Err(OperationError::NotFound);
    }
    let changed: Vec<ClientId> = clients
        .iter()
        .filter(|client| client.manager_staff_id != assignment.staff_id)
        .map(|client| client.id)
        .collect();
    if changed.is_empty() {
        return Ok(0);
    }
    let update = client::Entity::update_many()
        .col_expr(client::Column::ManagerStaffId, Expr::value(assignment.staff_id))
        .col_expr(client::Column::Version, Expr::col(client::Column::Version).add(1))
        .col_expr(client::Column::UpdatedAt, Expr::value(now))
        .filter(client::Column::Id.is_in(changed));
    let changed = rows.update(update).await?;
    for client in &changed {
        super::record_change(rows, client);
    }
    Ok(changed.len())
}
