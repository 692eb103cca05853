//! The assignment of orders to staff.

use super::{
    OrderError,
    agent::not_draft,
    card, dialogues,
    history::{self, Actor, Event},
};
use chrono::{DateTime, Utc};
use entities::order;
use people::staff::assignees;
use platform::scope::ScopedConnection;
use sea_orm::{
    QueryOrder, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    id::{OrderId, StaffId},
    orders::{ASSIGNED_ORDERS, ChangedField, FieldChange, FieldValue, HistoryEvent, OrderAssignment, OrderStatus},
};
use std::collections::BTreeMap;

/// Locks an order; a draft counts as not found.
pub(super) async fn lock_submitted(rows: &impl ScopedConnection, id: OrderId) -> Result<order::Model, OrderError> {
    let order = card::lock(rows, id).await?;
    if order.status == OrderStatus::Draft {
        return Err(OrderError::NotFound);
    }
    Ok(order)
}

/// Assigns a locked order to a staff member, or unassigns it. `at` is the event of the history and its time.
pub(super) async fn assign(
    rows: &impl ScopedConnection,
    actor: &Actor,
    order: order::Model,
    staff_id: Option<StaffId>,
    at: (HistoryEvent, DateTime<Utc>),
) -> Result<order::Model, OrderError> {
    let field = "assigned_staff_id";
    let changed = write(rows, actor, std::slice::from_ref(&order), (field, staff_id), at).await?;
    Ok(changed.into_iter().next().unwrap_or(order))
}

/// Assigns orders to a staff member, or unassigns them. Returns the number of orders that another person had before.
pub(super) async fn assign_all(
    rows: &impl ScopedConnection,
    actor: &Actor,
    assignment: &OrderAssignment,
    now: DateTime<Utc>,
) -> Result<usize, OrderError> {
    assignees::ensure_distinct(&assignment.orders, "orders", ASSIGNED_ORDERS)?;
    let select = order::Entity::find()
        .filter(order::Column::Id.is_in(assignment.orders.iter().copied()))
        .filter(not_draft())
        .order_by_asc(order::Column::Id)
        .lock_exclusive();
    let orders = rows.all(select).await?;
    if orders.len() != assignment.orders.len() {
        return Err(OrderError::NotFound);
    }
    let changed = write(
        rows,
        actor,
        &orders,
        ("staff_id", assignment.staff_id),
        (HistoryEvent::Assigned, now),
    )
    .await?;
    Ok(changed.len())
}

/// Gives all open orders of a staff member to another one, or unassigns them. Returns them.
pub async fn hand_over(
    rows: &impl ScopedConnection,
    actor: &Actor,
    from: StaffId,
    to: Option<StaffId>,
    now: DateTime<Utc>,
) -> Result<Vec<OrderId>, OrderError> {
    let mut handed_over = Vec::new();
    loop {
        let select = order::Entity::find()
            .filter(order::Column::AssignedStaffId.eq(from))
            .filter(order::Column::Status.is_not_in(OrderStatus::FINISHED))
            .filter(not_draft())
            .order_by_asc(order::Column::Id)
            .limit(ASSIGNED_ORDERS as u64)
            .lock_exclusive();
        let orders = rows.all(select).await?;
        if orders.is_empty() {
            return Ok(handed_over);
        }
        handed_over.extend(orders.iter().map(|order| order.id));
        write(
            rows,
            actor,
            &orders,
            ("successor_id", to),
            (HistoryEvent::Assigned, now),
        )
        .await?;
    }
}

/// Writes the assignment and its history, for the orders whose assignment changes. `field` is the field of the request that names
/// the staff member.
async fn write(
    rows: &impl ScopedConnection,
    actor: &Actor,
    orders: &[order::Model],
    (field, staff_id): (&str, Option<StaffId>),
    (kind, now): (HistoryEvent, DateTime<Utc>),
) -> Result<Vec<order::Model>, OrderError> {
    let before: BTreeMap<OrderId, Option<StaffId>> = orders
        .iter()
        .filter(|order| order.assigned_staff_id != staff_id)
        .map(|order| (order.id, order.assigned_staff_id))
        .collect();
    let people = assignees::by_ids(rows, before.values().copied().flatten().chain(staff_id)).await?;
    assignees::ensure_available(&people, staff_id, field)?;
    if before.is_empty() {
        return Ok(Vec::new());
    }
    let changed = store(rows, before.keys().copied(), staff_id, now).await?;
    let name = |id: Option<StaffId>| Some(FieldValue::Text(people.get(&id?)?.name.clone()));
    let event = |order: &order::Model| {
        let change = FieldChange {
            field: ChangedField::Assignee,
            before: name(before.get(&order.id).copied().flatten()),
            after: name(staff_id),
        };
        Event::fields_changed(kind, None, "", vec![change])
    };
    let events = changed.iter().map(|order| (order, event(order))).collect();
    history::write_all(rows, actor, events, now).await?;
    Ok(changed)
}

/// Stores the staff member of locked orders, without a history. Returns the orders.
pub(super) async fn store(
    rows: &impl ScopedConnection,
    ids: impl IntoIterator<Item = OrderId>,
    staff_id: Option<StaffId>,
    now: DateTime<Utc>,
) -> Result<Vec<order::Model>, DbErr> {
    let update = order::Entity::update_many()
        .col_expr(order::Column::AssignedStaffId, Expr::value(staff_id))
        .col_expr(order::Column::Version, Expr::col(order::Column::Version).add(1))
        .col_expr(order::Column::UpdatedAt, Expr::value(now))
        .filter(order::Column::Id.is_in(ids));
    let orders = rows.update(update).await?;
    dialogues::follow_assignment(rows, orders.iter().map(|order| order.id), staff_id).await?;
    Ok(orders)
}
