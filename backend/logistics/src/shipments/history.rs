//! The history of shipments, and notifications about it.

use chrono::{DateTime, Utc};
use entities::{json::Json, shipment, shipment_history};
use infra::events::{self, NotificationEvent, Subject};
use platform::scope::ScopedConnection;
use sea_orm::{ActiveValue::NotSet, DbErr, Set};
use shared_types::{
    money::Money,
    notifications::Notice,
    orders::Side,
    services::LocalizedName,
    shipments::{DeliveryDetailChange, PlaceRevision, RecipientChange, ShipmentStatus},
};
use trade::orders::history::Actor;

/// Adds an entry to the shipment's history and notifies the other side.
pub(super) async fn record_and_notify(
    rows: &impl ScopedConnection,
    row: &shipment::Model,
    actor: &Actor,
    from: Option<ShipmentStatus>,
    reason: Option<&str>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    record_history(rows, row, actor, from, reason, now).await?;
    events::notify(
        rows,
        notification_for(row, actor.side, from, reason).into_iter().collect(),
        now,
    )
    .await
}

/// Adds an entry to the shipment's history without a notification.
pub(super) async fn record_history(
    rows: &impl ScopedConnection,
    row: &shipment::Model,
    actor: &Actor,
    from: Option<ShipmentStatus>,
    reason: Option<&str>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let entry = entry(row, actor, from, now);
    rows.insert(shipment_history::ActiveModel {
        reason: Set(reason.map(ToOwned::to_owned)),
        ..entry
    })
    .await
    .map(drop)
}

/// Adds an entry about a changed recipient to the shipment's history. Does nothing without changes.
pub(super) async fn record_recipient(
    rows: &impl ScopedConnection,
    row: &shipment::Model,
    actor: &Actor,
    changes: Vec<RecipientChange>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    record_changes(rows, row, actor, (changes, Vec::new()), now).await
}

/// Adds an entry about a changed recipient and changed fields to the shipment's history. Does nothing without changes.
pub(super) async fn record_changes(
    rows: &impl ScopedConnection,
    row: &shipment::Model,
    actor: &Actor,
    (recipient, details): (Vec<RecipientChange>, Vec<DeliveryDetailChange>),
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let (changes, details) = (Json::non_empty(recipient)?, Json::non_empty(details)?);
    if changes.is_none() && details.is_none() {
        return Ok(());
    }
    let entry = entry(row, actor, Some(row.status), now);
    rows.insert(shipment_history::ActiveModel {
        changes: Set(changes),
        details: Set(details),
        ..entry
    })
    .await
    .map(drop)
}

/// Adds an entry about changed places to the shipment's history. Does nothing without changes.
pub(super) async fn record_places(
    rows: &impl ScopedConnection,
    row: &shipment::Model,
    actor: &Actor,
    revisions: Vec<PlaceRevision>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    match Json::non_empty(revisions)? {
        Some(revisions) => {
            let entry = entry(row, actor, Some(row.status), now);
            rows.insert(shipment_history::ActiveModel {
                place_changes: Set(Some(revisions)),
                ..entry
            })
            .await
            .map(drop)
        }
        None => Ok(()),
    }
}

/// Adds a payment to the shipment's history, and notifies the other side.
pub(super) async fn record_payment(
    rows: &impl ScopedConnection,
    row: &shipment::Model,
    actor: &Actor,
    from: ShipmentStatus,
    paid: Money,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let entry = entry(row, actor, Some(from), now);
    rows.insert(shipment_history::ActiveModel {
        paid_minor: Set(Some(paid.minor)),
        paid_currency: Set(Some(paid.currency)),
        ..entry
    })
    .await?;
    let notice = match actor.side {
        Side::Staff => Notice::CashReceived,
        _ => Notice::ShipmentPaid,
    };
    let event = NotificationEvent {
        money: Some(paid),
        ..event_about(row, notice, None)
    };
    events::notify(rows, vec![event], now).await
}

/// Notifies about a new weighing of a shipment, with the price that follows from it.
pub(super) async fn notify_reweighing(
    rows: &impl ScopedConnection,
    row: &shipment::Model,
    notice: Notice,
    (price, text): (Money, Option<&str>),
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let event = NotificationEvent {
        money: Some(price),
        ..event_about(row, notice, text)
    };
    events::notify(rows, vec![event], now).await
}

/// An entry about the current status, without reason, changes and payment.
fn entry(
    row: &shipment::Model,
    actor: &Actor,
    from: Option<ShipmentStatus>,
    now: DateTime<Utc>,
) -> shipment_history::ActiveModel {
    shipment_history::ActiveModel {
        id: NotSet,
        agent_id: Set(row.agent_id),
        client_id: Set(row.client_id),
        shipment_id: Set(row.id),
        from_status: Set(from),
        to_status: Set(row.status),
        actor_user_id: Set(actor.user_id),
        actor_name: Set(actor.name.clone()),
        reason: Set(None),
        changes: Set(None),
        details: Set(None),
        place_changes: Set(None),
        paid_minor: Set(None),
        paid_currency: Set(None),
        created_at: Set(now),
    }
}

/// The notification of a status change, if the change is one that the other side is notified of.
pub(super) fn notification_for(
    row: &shipment::Model,
    by: Side,
    from: Option<ShipmentStatus>,
    reason: Option<&str>,
) -> Option<NotificationEvent> {
    use ShipmentStatus as S;
    let notice = match (from?, row.status, by) {
        (S::Forming, S::Packed, Side::Staff) => Notice::ShipmentPacked,
        (_, S::Quoted, Side::Staff) => Notice::ShipmentQuoted,
        (_, S::Dispatched, _) => Notice::ShipmentDispatched,
        (S::Dispatched, S::Arrived, _) => Notice::ShipmentArrived,
        (S::Quoted, S::Paid | S::Cod, Side::Client) => Notice::ShipmentPaid,
        (_, S::Accepted, Side::Client) => Notice::ShipmentAccepted,
        (_, S::Problem, Side::Client) => Notice::CargoProblem,
        _ => return None,
    };
    Some(event_about(row, notice, reason))
}

fn event_about(row: &shipment::Model, notice: Notice, reason: Option<&str>) -> NotificationEvent {
    let cost = row.delivery_cost_minor.zip(row.currency);
    NotificationEvent {
        notice,
        agent_id: row.agent_id,
        client_id: Some(row.client_id),
        subject: Subject::Shipment(row.id),
        name: row.number.clone(),
        money: cost.map(|(minor, currency)| Money::new(minor, currency)),
        text: reason.unwrap_or_default().to_owned(),
        service: LocalizedName::default(),
        again: false,
        message: None,
        invoice: None,
    }
}
