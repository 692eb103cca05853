//! The assignment of the chat of an order to another person than the order's.

use super::{
    OrderError, assignment, dialogues,
    history::{self, Actor, Event},
};
use chrono::{DateTime, Utc};
use entities::{chat_dialogue as dialogue, order};
use people::staff::assignees;
use platform::scope::ScopedConnection;
use sea_orm::{QueryOrder, entity::prelude::*};
use shared_types::{
    id::{OrderId, StaffId},
    orders::{ChangedField, FieldChange, FieldValue, HistoryEvent, OrderStatus},
    staff::Assignee,
};
use std::collections::BTreeMap;

/// Chats whose histories are written at once.
const CHATS_AT_ONCE: usize = 1000;

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
    let event = assigned(&people, before, staff_id);
    Ok(history::write(rows, &order, actor, event, now).await?)
}

/// The event of an assignment.
fn assigned(people: &BTreeMap<StaffId, Assignee>, before: Option<StaffId>, after: Option<StaffId>) -> Event {
    let name = |id: Option<StaffId>| Some(FieldValue::Text(people.get(&id?)?.name.clone()));
    let change = FieldChange {
        field: ChangedField::Assignee,
        before: name(before),
        after: name(after),
    };
    Event::fields_changed(HistoryEvent::ChatAssigned, None, "", vec![change])
}

/// Gives the chats of a staff member who leaves to another one, or unassigns them. The histories of their orders name both people. Takes
/// two statements, and three more for each thousand chats.
pub async fn hand_over(
    rows: &impl ScopedConnection,
    actor: &Actor,
    from: StaffId,
    to: Option<StaffId>,
    now: DateTime<Utc>,
) -> Result<(), OrderError> {
    let moved = dialogues::hand_over(rows, from, to).await?;
    if moved.is_empty() {
        return Ok(());
    }
    let people = assignees::by_ids(rows, [from].into_iter().chain(to)).await?;
    for part in moved.chunks(CHATS_AT_ONCE) {
        let of_chats = order::Entity::find()
            .filter(rows.id_in(order::Column::Id, part.iter().map(|chat| chat.order_id)))
            .filter(order::Column::Status.ne(OrderStatus::Draft))
            .order_by_asc(order::Column::Id);
        let orders = rows.all(of_chats).await?;
        let events = orders.iter().map(|order| (order, assigned(&people, Some(from), to)));
        history::write_all(rows, actor, events.collect(), now).await?;
    }
    Ok(())
}
