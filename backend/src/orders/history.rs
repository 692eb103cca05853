//! What happened in an order, written in the transaction in which it happened.

use super::{
    OrderError, changes,
    entity::{history, order},
    views::Viewer,
};
use crate::{
    notifications::{self, News, Subject},
    platform::{
        auth::{Caller, ExtCaller},
        scope::Rows,
    },
};
use chrono::{DateTime, Utc};
use sea_orm::{ActiveValue::NotSet, DbErr, QueryOrder, Set, entity::prelude::*};
use shared_types::{
    access::Guard,
    id::{HistoryId, ItemId, OrderId},
    items::ItemMove,
    notifications::Notice,
    orders::{ChangedField, FieldChange, FieldValue, HistoryEntry, HistoryEvent, OrderStatus, Side, Via},
    services::Names,
};

/// Who acts, and how.
#[derive(Clone, Debug)]
pub struct Actor {
    /// The side.
    pub side: Side,
    /// The person.
    pub user_id: Option<i64>,
    /// The name shown to both sides.
    pub name: String,
    /// In a cabinet, by the extension, …
    pub via: Via,
}

impl From<&Caller> for Actor {
    fn from(caller: &Caller) -> Self {
        let side = if caller.guard() == Guard::Agent {
            Side::Staff
        } else {
            Side::Client
        };
        Self {
            side,
            user_id: Some(caller.user_id),
            name: caller.name.clone(),
            via: Via::Cabinet,
        }
    }
}

impl From<&ExtCaller> for Actor {
    fn from(caller: &ExtCaller) -> Self {
        Self {
            side: Side::Client,
            user_id: Some(caller.user_id),
            name: caller.name.clone(),
            via: Via::Extension,
        }
    }
}

/// What happened.
#[derive(Clone, Debug)]
pub struct Event {
    /// Its kind.
    pub kind: HistoryEvent,
    /// The line concerned.
    pub item_id: Option<i64>,
    /// The step of the line concerned.
    pub step: Option<ItemMove>,
    /// Before and after a move.
    pub moved: Option<(OrderStatus, OrderStatus)>,
    /// What it was about.
    pub detail: String,
    /// The fields that changed.
    pub changes: Vec<FieldChange>,
    /// Why.
    pub reason: Option<String>,
    /// The service it is about; whoever is told reads its name in their language.
    pub service: Names,
}

impl Event {
    /// The order moved.
    pub fn moved(from: OrderStatus, to: OrderStatus, reason: Option<String>) -> Self {
        Self {
            moved: Some((from, to)),
            reason,
            ..Self::of(HistoryEvent::Moved, None, "")
        }
    }

    /// A line moved.
    pub fn step(step: ItemMove, item_id: i64, title: &str, reason: Option<String>) -> Self {
        Self {
            step: Some(step),
            reason,
            ..Self::of(HistoryEvent::ItemMoved, Some(item_id), title)
        }
    }

    /// An event that is no move.
    pub fn of(kind: HistoryEvent, item_id: Option<i64>, detail: impl Into<String>) -> Self {
        Self {
            kind,
            item_id,
            step: None,
            moved: None,
            detail: detail.into(),
            changes: Vec::new(),
            reason: None,
            service: Names::default(),
        }
    }

    /// Fields changed.
    pub fn changed(
        kind: HistoryEvent,
        item_id: Option<i64>,
        detail: impl Into<String>,
        changes: Vec<FieldChange>,
    ) -> Self {
        Self {
            changes,
            ..Self::of(kind, item_id, detail)
        }
    }

    /// Something happened to a service on a line.
    pub fn service(kind: HistoryEvent, item_id: i64, service: Names, qty: i32) -> Self {
        let name = service.of("ru");
        let detail = if qty == 1 {
            name.to_owned()
        } else {
            format!("{name} × {qty}")
        };
        Self {
            service,
            ..Self::of(kind, Some(item_id), detail)
        }
    }
}

/// Writes a row of the order's history, and has whom it concerns told.
pub async fn write(
    rows: &impl Rows,
    order: &order::Model,
    actor: &Actor,
    event: Event,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let news = news(&[(order, &event)], actor.side);
    rows.insert(row(order, actor, event, now)).await?;
    notifications::tell(rows, news, now).await
}

/// Writes rows of several orders' histories in one statement, in the order given, and has whom they concern told.
pub async fn write_all(
    rows: &impl Rows,
    actor: &Actor,
    events: Vec<(&order::Model, Event)>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let told: Vec<_> = events.iter().map(|(order, event)| (*order, event)).collect();
    let news = news(&told, actor.side);
    let events: Vec<_> = events
        .into_iter()
        .map(|(order, event)| row(order, actor, event, now))
        .collect();
    rows.insert_many(events, None).await?;
    notifications::tell(rows, news, now).await
}

/// What of it the other side is to be told: faulty lines of an order are one piece of news.
fn news(events: &[(&order::Model, &Event)], by: Side) -> Vec<News> {
    let mut news: Vec<News> = Vec::new();
    for (order, event) in events {
        let Some(notice) = notice(event, by) else { continue };
        let text = match notice {
            Notice::ItemProblem => fault(event),
            _ => event.reason.clone().unwrap_or_default(),
        };
        // What a quote comes to is read by whoever tells it.
        let amount = match notice {
            Notice::RefundMade => refunded(event),
            _ => String::new(),
        };
        let same = news.iter_mut().find(|told| {
            notice == Notice::ItemProblem && told.notice == notice && told.subject == Subject::Order(order.id)
        });
        match same {
            Some(told) => {
                told.text.push_str("; ");
                told.text.push_str(&text);
            }
            None => news.push(News {
                notice,
                agent_id: order.agent_id,
                client_id: order.client_id,
                subject: Subject::Order(order.id),
                name: order.number.clone(),
                amount,
                text,
                service: event.service.clone(),
                again: false,
                message: None,
            }),
        }
    }
    news
}

fn notice(event: &Event, by: Side) -> Option<Notice> {
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
        // A draft that was given up was nobody else's business.
        (HistoryEvent::Moved, Some((S::Draft, S::Canceled)), ..) => None,
        (HistoryEvent::Moved, Some((_, S::Canceled)), _, Side::Client) => Some(Notice::OrderWithdrawn),
        (HistoryEvent::Moved, Some((_, S::Canceled)), ..) => Some(Notice::OrderCanceled),
        _ => None,
    }
}

/// What went back to the balance.
fn refunded(event: &Event) -> String {
    let amounts = event
        .changes
        .iter()
        .filter_map(|change| match (change.field, &change.after) {
            (ChangedField::Refund, Some(FieldValue::Amount(amount))) => Some(amount.to_string()),
            _ => None,
        });
    amounts.collect()
}

/// Which line it is, and why.
fn fault(event: &Event) -> String {
    match &event.reason {
        Some(reason) => format!("{}: {reason}", event.detail),
        None => event.detail.clone(),
    }
}

fn row(order: &order::Model, actor: &Actor, event: Event, now: DateTime<Utc>) -> history::ActiveModel {
    history::ActiveModel {
        id: NotSet,
        agent_id: Set(order.agent_id),
        client_id: Set(order.client_id),
        order_id: Set(order.id),
        item_id: Set(event.item_id),
        event: Set(event.kind.as_str().to_owned()),
        from_status: Set(event.moved.map(|(from, _)| from.as_str().to_owned())),
        to_status: Set(event.moved.map(|(_, to)| to.as_str().to_owned())),
        step: Set(event.step.map(|step| step.as_str().to_owned())),
        actor_kind: Set(actor.side.as_str().to_owned()),
        actor_user_id: Set(actor.user_id),
        actor_name: Set(actor.name.clone()),
        via: Set(actor.via.as_str().to_owned()),
        changes: Set(text(&event.changes)),
        detail: Set(event.detail),
        reason: Set(event.reason),
        created_at: Set(now),
    }
}

fn text(changes: &[FieldChange]) -> Option<String> {
    // Names and numbers always have a text.
    (!changes.is_empty()).then(|| serde_json::to_string(changes).unwrap_or_default())
}

/// The order's history, oldest first; the order must be seen through the same scope.
pub(super) async fn of_order(rows: &impl Rows, id: OrderId, viewer: Viewer) -> Result<Vec<HistoryEntry>, OrderError> {
    let select = history::Entity::find()
        .filter(history::Column::OrderId.eq(id.0))
        .order_by_asc(history::Column::Id);
    // Every order has a history from its first moment, so none means no such order.
    let found = rows.all(select).await?;
    if found.is_empty() {
        return Err(OrderError::NotFound);
    }
    Ok(found.into_iter().filter_map(|row| view(row, viewer)).collect())
}

/// A row as the viewer is told it; none where nothing of what changed is theirs to know.
fn view(row: history::Model, viewer: Viewer) -> Option<HistoryEntry> {
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
    let all: Vec<FieldChange> = serde_json::from_str(changes.as_deref().unwrap_or("[]")).unwrap_or_default();
    let is_about_fields = !all.is_empty();
    let changes = changes::told(all, viewer);
    if is_about_fields && changes.is_empty() {
        return None;
    }
    Some(HistoryEntry {
        id: HistoryId(id),
        event: HistoryEvent::from_name(&event)?,
        item_id: item_id.map(ItemId),
        from: from_status.as_deref().and_then(OrderStatus::from_name),
        to: to_status.as_deref().and_then(OrderStatus::from_name),
        step: step.as_deref().and_then(ItemMove::from_name),
        side: Side::from_name(&actor_kind)?,
        actor_name,
        via: Via::from_name(&via)?,
        detail,
        changes,
        reason,
        at: created_at,
    })
}
