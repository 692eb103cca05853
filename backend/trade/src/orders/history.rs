//! History of orders. Events are written in the transaction of the change, together with the notifications they cause.

use super::{OrderError, field_changes, viewer::Viewer};
use chrono::{DateTime, Utc};
use entities::json::Json;
use entities::{order, order_history as history};
use infra::events::{self, NotificationEvent, Subject};
use platform::{
    auth::{Caller, ExtensionCaller},
    scope::ScopedConnection,
};
use sea_orm::{ActiveValue::NotSet, DbErr, QueryOrder, Set, entity::prelude::*};
use shared_types::{
    id::{ItemId, OrderId, UserId},
    items::ItemMove,
    money::Money,
    notifications::Notice,
    orders::{ChangedField, FieldChange, FieldValue, HistoryEntry, HistoryEvent, OrderStatus, Origin, Side},
    services::LocalizedName,
    translation::Language,
};

/// The person who performs an operation, and the channel.
#[derive(Clone, Debug)]
pub struct Actor {
    pub side: Side,
    /// The user, if a person acts.
    pub user_id: Option<UserId>,
    /// Display name, visible to both sides.
    pub name: String,
    /// The channel: cabinet, extension, import or the system.
    pub via: Origin,
}

impl From<&Caller> for Actor {
    fn from(caller: &Caller) -> Self {
        Self {
            side: caller.guard().into(),
            user_id: Some(caller.user_id),
            name: caller.acting_name(),
            via: Origin::Cabinet,
        }
    }
}

impl From<&ExtensionCaller> for Actor {
    fn from(caller: &ExtensionCaller) -> Self {
        Self {
            side: Side::Client,
            user_id: Some(caller.user_id),
            name: caller.name.clone(),
            via: Origin::Extension,
        }
    }
}

/// An event in the history of an order.
#[derive(Clone, Debug)]
pub struct Event {
    pub kind: HistoryEvent,
    /// Id of the item concerned.
    pub item_id: Option<ItemId>,
    /// Move of the item concerned.
    pub step: Option<ItemMove>,
    /// Status before and after a transition of the order.
    pub moved: Option<(OrderStatus, OrderStatus)>,
    /// Free text, for example the title of the item.
    pub detail: String,
    /// Changed fields with their values.
    pub changes: Vec<FieldChange>,
    /// Reason given by the actor.
    pub reason: Option<String>,
    /// Names of the service concerned, per language. Only for notifications; not stored in the history.
    pub service: LocalizedName,
}

impl Event {
    /// A status transition of the order.
    pub fn moved(from: OrderStatus, to: OrderStatus, reason: Option<String>) -> Self {
        Self {
            moved: Some((from, to)),
            reason,
            ..Self::new(HistoryEvent::Moved, None, "")
        }
    }

    /// A status transition of an item.
    pub fn item_moved(step: ItemMove, item_id: ItemId, title: &str, reason: Option<String>) -> Self {
        Self {
            step: Some(step),
            reason,
            ..Self::new(HistoryEvent::ItemMoved, Some(item_id), title)
        }
    }

    /// An event without further data.
    pub fn new(kind: HistoryEvent, item_id: Option<ItemId>, detail: impl Into<String>) -> Self {
        Self {
            kind,
            item_id,
            step: None,
            moved: None,
            detail: detail.into(),
            changes: Vec::new(),
            reason: None,
            service: LocalizedName::default(),
        }
    }

    /// An event with changed fields.
    pub fn fields_changed(
        kind: HistoryEvent,
        item_id: Option<ItemId>,
        detail: impl Into<String>,
        changes: Vec<FieldChange>,
    ) -> Self {
        Self {
            changes,
            ..Self::new(kind, item_id, detail)
        }
    }

    /// An event about a service of an item.
    pub fn service(kind: HistoryEvent, item_id: ItemId, service: LocalizedName, qty: i32) -> Self {
        let name = service.in_language(Language::Ru);
        let detail = if qty == 1 {
            name.to_owned()
        } else {
            format!("{name} × {qty}")
        };
        Self {
            service,
            ..Self::new(kind, Some(item_id), detail)
        }
    }
}

/// Writes an event to the order's history and enqueues its notifications.
pub async fn write(
    rows: &impl ScopedConnection,
    order: &order::Model,
    actor: &Actor,
    event: Event,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let notifications = notifications_for(&[(order, &event)], actor.side);
    rows.insert(to_row(order, actor, event, now)?).await?;
    events::notify(rows, notifications, now).await
}

/// Writes events of several orders in one statement, in the given order, and enqueues their notifications.
pub async fn write_all(
    rows: &impl ScopedConnection,
    actor: &Actor,
    events: Vec<(&order::Model, Event)>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let borrowed: Vec<_> = events.iter().map(|(order, event)| (*order, event)).collect();
    let notifications = notifications_for(&borrowed, actor.side);
    write_quietly(rows, actor, events, now).await?;
    events::notify(rows, notifications, now).await
}

/// Does the same without notifications, for events that are no news.
pub(super) async fn write_quietly(
    rows: &impl ScopedConnection,
    actor: &Actor,
    events: Vec<(&order::Model, Event)>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let events: Vec<_> = events
        .into_iter()
        .map(|(order, event)| to_row(order, actor, event, now))
        .collect::<Result<_, _>>()?;
    rows.insert_many(events, None).await
}

/// Notifications that the events cause. Problems with several items of one order are merged into one.
fn notifications_for(events: &[(&order::Model, &Event)], by: Side) -> Vec<NotificationEvent> {
    let mut notifications: Vec<NotificationEvent> = Vec::new();
    for (order, event) in events {
        let Some(notice) = notice_for(event, by) else { continue };
        let text = match notice {
            Notice::ItemProblem => problem_text(event),
            _ => event.reason.clone().unwrap_or_default(),
        };
        // The amount of a quote is read when the notification is sent.
        let money = match notice {
            Notice::RefundMade => refunded_amount(event),
            _ => None,
        };
        let existing = notifications.iter_mut().find(|other| {
            notice == Notice::ItemProblem && other.notice == notice && other.subject == Subject::Order(order.id)
        });
        match existing {
            Some(other) => {
                other.text.push_str("; ");
                other.text.push_str(&text);
            }
            None => notifications.push(NotificationEvent {
                notice,
                agent_id: order.agent_id,
                client_id: Some(order.client_id),
                subject: Subject::Order(order.id),
                name: order.number.clone(),
                money,
                text,
                service: event.service.clone(),
                again: false,
                message: None,
                invoice: None,
            }),
        }
    }
    notifications
}

fn notice_for(event: &Event, by: Side) -> Option<Notice> {
    use OrderStatus as S;
    match (event.kind, event.moved, event.step, by) {
        (HistoryEvent::Refunded, ..) => Some(Notice::RefundMade),
        (HistoryEvent::ServiceRendered, ..) => Some(Notice::ServiceRendered),
        (HistoryEvent::ServiceCanceled, .., Side::Staff) => Some(Notice::ServiceCanceled),
        (HistoryEvent::ServiceOrdered, .., Side::Client) => Some(Notice::ServiceOrdered),
        (HistoryEvent::ItemMoved, _, Some(ItemMove::Report), Side::Staff) => Some(Notice::ItemProblem),
        (HistoryEvent::Moved, Some((S::Draft, S::Submitted)), _, Side::Client) => Some(Notice::OrderSubmitted),
        (HistoryEvent::Moved, Some((_, S::Quoted)), ..) => Some(Notice::OrderQuoted),
        (HistoryEvent::Moved, Some((S::Quoted, S::Paid)), _, Side::Client) => Some(Notice::OrderPaid),
        (HistoryEvent::Moved, Some((S::Purchasing | S::Purchased | S::Expected, S::AtWarehouse)), ..) => {
            Some(Notice::OrderArrived)
        }
        // Staff don't see drafts.
        (HistoryEvent::Moved, Some((S::Draft, S::Canceled)), ..) => None,
        (HistoryEvent::Moved, Some((_, S::Canceled)), _, Side::Client) => Some(Notice::OrderWithdrawn),
        (HistoryEvent::Moved, Some((_, S::Canceled)), ..) => Some(Notice::OrderCanceled),
        _ => None,
    }
}

/// Text of the refunded amount.
fn refunded_amount(event: &Event) -> Option<Money> {
    event
        .changes
        .iter()
        .find_map(|change| match (change.field, &change.after) {
            (ChangedField::Refund, Some(FieldValue::Amount(amount))) => Some(*amount),
            _ => None,
        })
}

/// Title of the item and the reason of its problem.
fn problem_text(event: &Event) -> String {
    match &event.reason {
        Some(reason) => format!("{}: {reason}", event.detail),
        None => event.detail.clone(),
    }
}

fn to_row(
    order: &order::Model,
    actor: &Actor,
    event: Event,
    now: DateTime<Utc>,
) -> Result<history::ActiveModel, DbErr> {
    let changes = (!event.changes.is_empty()).then(|| Json::new(event.changes));
    Ok(history::ActiveModel {
        id: NotSet,
        agent_id: Set(order.agent_id),
        client_id: Set(order.client_id),
        order_id: Set(order.id),
        item_id: Set(event.item_id),
        event: Set(event.kind),
        from_status: Set(event.moved.map(|(from, _)| from)),
        to_status: Set(event.moved.map(|(_, to)| to)),
        step: Set(event.step),
        actor_kind: Set(actor.side),
        actor_user_id: Set(actor.user_id),
        actor_name: Set(actor.name.clone()),
        via: Set(actor.via),
        changes: Set(changes.transpose()?),
        detail: Set(event.detail),
        reason: Set(event.reason),
        created_at: Set(now),
    })
}

/// The history of an order, oldest first.
pub(super) async fn list(
    rows: &impl ScopedConnection,
    id: OrderId,
    viewer: Viewer,
) -> Result<Vec<HistoryEntry>, OrderError> {
    let select = history::Entity::find()
        .filter(history::Column::OrderId.eq(id.0))
        .order_by_asc(history::Column::Id);
    // Every order has at least the event of its creation, so an empty history means that the order is not in the scope.
    let entries = rows.all(select).await?;
    if entries.is_empty() {
        return Err(OrderError::NotFound);
    }
    Ok(entries.into_iter().filter_map(|row| to_view(row, viewer)).collect())
}

/// Converts a row for a viewer. `None` if the event has changed fields and the viewer may see none of them.
fn to_view(row: history::Model, viewer: Viewer) -> Option<HistoryEntry> {
    let history::Model {
        id,
        agent_id: _,
        client_id: _,
        order_id: _,
        item_id,
        event,
        from_status,
        to_status,
        step,
        actor_kind,
        actor_user_id: _,
        actor_name,
        via,
        detail,
        changes,
        reason,
        created_at,
    } = row;
    let stored = changes.map(Json::into_inner).unwrap_or_default();
    let has_changes = !stored.is_empty();
    let changes = field_changes::visible_to(stored, viewer);
    if has_changes && changes.is_empty() {
        return None;
    }
    Some(HistoryEntry {
        id,
        event,
        item_id,
        from: from_status,
        to: to_status,
        step,
        side: actor_kind,
        actor_name,
        via,
        detail,
        changes,
        reason,
        at: created_at,
    })
}

/// Writes a history event with the fields in which the two rows differ, if any.
pub(super) async fn record_changes(
    rows: &impl ScopedConnection,
    actor: &Actor,
    before: &order::Model,
    after: &order::Model,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let changes = field_changes::diff_orders(before, after);
    if changes.is_empty() {
        return Ok(());
    }
    let event = Event::fields_changed(HistoryEvent::Changed, None, "", changes);
    write(rows, after, actor, event, now).await
}
