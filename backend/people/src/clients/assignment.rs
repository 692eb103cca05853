//! Gives clients to a manager.

use super::history::{self, Author};
use crate::staff::assignees;
use chrono::{DateTime, Utc};
use entities::client;
use platform::{auth::Caller, error::OperationError, scope::ScopedConnection};
use sea_orm::{
    QueryOrder, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    clients::{ASSIGNED_CLIENTS, ClientAssignment},
    id::{ClientId, StaffId},
};

/// Gives all clients of a manager to another manager, or unassigns them. Returns them.
pub async fn hand_over(
    rows: &impl ScopedConnection,
    caller: &Caller,
    from: StaffId,
    to: Option<StaffId>,
    now: DateTime<Utc>,
) -> Result<Vec<ClientId>, OperationError> {
    let mut handed_over = Vec::new();
    loop {
        let select = client::Entity::find()
            .filter(client::Column::ManagerStaffId.eq(from))
            .order_by_asc(client::Column::Id)
            .limit(ASSIGNED_CLIENTS as u64);
        let clients: Vec<ClientId> = rows.all(select).await?.into_iter().map(|client| client.id).collect();
        if clients.is_empty() {
            return Ok(handed_over);
        }
        handed_over.extend_from_slice(&clients);
        let assignment = ClientAssignment { clients, staff_id: to };
        assign(rows, &Author::from(caller), &assignment, now).await?;
    }
}

/// Assigns clients to a manager, or unassigns them. Returns the number of clients that had another manager.
pub(super) async fn assign(
    rows: &impl ScopedConnection,
    author: &Author,
    assignment: &ClientAssignment,
    now: DateTime<Utc>,
) -> Result<usize, OperationError> {
    assignees::ensure_distinct(&assignment.clients, "clients", ASSIGNED_CLIENTS)?;
    let select = client::Entity::find()
        .filter(client::Column::Id.is_in(assignment.clients.iter().copied()))
        .order_by_asc(client::Column::Id)
        .lock_exclusive();
    let clients = rows.all(select).await?;
    if clients.len() != assignment.clients.len() {
        return Err(OperationError::NotFound);
    }
    let mut managers: Vec<Option<StaffId>> = clients.iter().map(|client| client.manager_staff_id).collect();
    managers.push(assignment.staff_id);
    let names = history::manager_names(rows, managers).await?;
    assignees::ensure_available(&names, assignment.staff_id, "staff_id")?;
    let mut changed: Vec<ClientId> = Vec::new();
    let mut entries = Vec::new();
    for client in clients {
        if client.manager_staff_id != assignment.staff_id {
            let change = history::changed_manager(&names, client.manager_staff_id, assignment.staff_id);
            entries.push((client.id, change));
            changed.push(client.id);
        }
    }
    if changed.is_empty() {
        return Ok(0);
    }
    let update = client::Entity::update_many()
        .col_expr(client::Column::ManagerStaffId, Expr::value(assignment.staff_id))
        .col_expr(client::Column::Version, Expr::col(client::Column::Version).add(1))
        .col_expr(client::Column::UpdatedAt, Expr::value(now))
        .filter(client::Column::Id.is_in(changed));
    let changed = rows.update(update).await?;
    history::write_managers(rows, author, entries, now).await?;
    for client in &changed {
        super::record_change(rows, client);
    }
    Ok(changed.len())
}
