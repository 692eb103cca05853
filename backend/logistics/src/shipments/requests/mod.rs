//! Requests of clients to ship items from the warehouse.
//!
//! Invariants:
//! - An item is in at most one open request at a time; a unique index enforces this.
//! - An item that is packed leaves its request. A request whose last items were packed is confirmed.

mod answer;
mod create;
mod packed;
mod prices;
mod routes;
mod view;

pub use create::create;
pub(super) use packed::release_packed;
pub use routes::routes;

use super::ShipmentError;
use chrono::{DateTime, Utc};
use entities::{
    client, shipping_request as request, shipping_request_history as history, shipping_request_item as requested,
};
use infra::events::{self, NotificationEvent, Subject};
use platform::scope::ScopedConnection;
use sea_orm::{
    ActiveValue::NotSet,
    QuerySelect, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    id::ShippingRequestId,
    notifications::Notice,
    services::LocalizedName,
    shipments::{ShippingRequestMove, ShippingRequestStatus, lifecycle},
};
use trade::orders::history::Actor;

/// Returns a request with its client.
async fn find(
    rows: &impl ScopedConnection,
    id: ShippingRequestId,
) -> Result<(request::Model, Option<client::Model>), ShipmentError> {
    let select = request::Entity::find_by_id(id).find_also_related(client::Entity);
    rows.all_with(select).await?.pop().ok_or(ShipmentError::NotFound)
}

/// Returns a request, locked until the transaction ends.
async fn lock(rows: &impl ScopedConnection, id: ShippingRequestId) -> Result<request::Model, ShipmentError> {
    rows.one(request::Entity::find_by_id(id).lock_exclusive())
        .await?
        .ok_or(ShipmentError::NotFound)
}

/// Moves a locked request to its next status, with an entry in its history.
async fn apply_move(
    rows: &impl ScopedConnection,
    actor: &Actor,
    row: &request::Model,
    step: ShippingRequestMove,
    reason: Option<&str>,
    now: DateTime<Utc>,
) -> Result<request::Model, ShipmentError> {
    let to = lifecycle::resulting_request_status(row.status, step, actor.side)
        .ok_or(ShipmentError::RequestClosed(row.status))?;
    let update = request::Entity::update_many()
        .col_expr(request::Column::Status, Expr::value(to))
        .col_expr(request::Column::Answer, Expr::value(reason.map(ToOwned::to_owned)))
        .col_expr(request::Column::Version, Expr::col(request::Column::Version).add(1))
        .col_expr(request::Column::UpdatedAt, Expr::value(now))
        .filter(request::Column::Id.eq(row.id));
    let after = rows.update(update).await?.pop().ok_or(ShipmentError::NotFound)?;
    record(rows, &after, actor, Some(row.status), reason, now).await?;
    Ok(after)
}

/// Adds an entry to the history of a request.
async fn record(
    rows: &impl ScopedConnection,
    row: &request::Model,
    actor: &Actor,
    from: Option<ShippingRequestStatus>,
    reason: Option<&str>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let entry = history::ActiveModel {
        id: NotSet,
        agent_id: Set(row.agent_id),
        client_id: Set(row.client_id),
        request_id: Set(row.id),
        from_status: Set(from),
        to_status: Set(row.status),
        actor_user_id: Set(actor.user_id),
        actor_name: Set(actor.name.clone()),
        reason: Set(reason.map(ToOwned::to_owned)),
        created_at: Set(now),
    };
    rows.insert(entry).await.map(drop)
}

/// Frees the items that still wait for a request.
async fn release_waiting(rows: &impl ScopedConnection, id: ShippingRequestId, now: DateTime<Utc>) -> Result<(), DbErr> {
    let update = requested::Entity::update_many()
        .col_expr(requested::Column::ReleasedAt, Expr::value(now))
        .filter(requested::Column::RequestId.eq(id))
        .filter(requested::Column::ReleasedAt.is_null());
    rows.update_count(update).await.map(drop)
}

/// Notifies the other side about a request.
async fn notify(
    rows: &impl ScopedConnection,
    row: &request::Model,
    notice: Notice,
    text: &str,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let event = NotificationEvent {
        notice,
        agent_id: row.agent_id,
        client_id: Some(row.client_id),
        subject: Subject::ShippingRequest(row.id),
        name: row.number.clone(),
        money: None,
        text: text.to_owned(),
        service: LocalizedName::default(),
        again: false,
        message: None,
        invoice: None,
    };
    events::notify(rows, vec![event], now).await
}
