//! The assignment of the chat of an order to another person than the order's.

use super::{
    OrderError, assignment, dialogues,
    history::{self, Actor, Event},
};
use chrono::{DateTime, Utc};
use entities::chat_dialogue as dialogue;
use people::staff::assignees;
use platform::scope::ScopedConnection;
use sea_orm::entity::prelude::*;
use shared_types::{
    id::{OrderId, StaffId},
    orders::{ChangedField, FieldChange, FieldValue, HistoryEvent},
};

/// Assigns the chat of an order to a staff member, or unassigns it. The history of the order says who did it.
pub async fn assign(
    rows: &impl ScopedConnection,
    actor: &Actor,
    order: OrderId,
    staff_id: Option<StaffId>,
    now: DateTime<Utc>,
) -> Result<(), OrderError> {
    let order = assignment::lock_submitted(rows, order).await?;
    let of_order = dialogue::Entity::find().filter(dialogue::Column::OrderId.eq(order.id));
    let stored = rows.one(of_order).await?.ok_or(OrderError::NotFound)?;
    let before = stored.assigned_staff_id;
    let people = assignees::by_ids(rows, before.into_iter().chain(staff_id)).await?;
    assignees::ensure_available(&people, staff_id, "staff_id")?;
    if before == staff_id {
        return Ok(());
    }
    dialogues::assign(rows, order.id, staff_id, now).await?;
    let name = |id: Option<StaffId>| Some(FieldValue::Text(people.get(&id?)?.name.clone()));
    let assigned = FieldChange {
        field: ChangedField::Assignee,
        before: name(before),
        after: name(staff_id),
    };
    let event = Event::fields_changed(HistoryEvent::ChatAssigned, None, "", vec![assigned]);
    Ok(history::write(rows, &order, actor, event, now).await?)
}
