//! Updates of requests when their items are packed.

use super::{notify, record};
use chrono::{DateTime, Utc};
use entities::{shipment, shipping_request as request, shipping_request_item as requested};
use platform::scope::ScopedConnection;
use sea_orm::{
    QuerySelect, QueryTrait,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    id::{ItemId, ShippingRequestId},
    notifications::Notice,
    shipments::ShippingRequestStatus,
};
use std::collections::BTreeSet;
use trade::orders::history::Actor;

/// Removes items that were added to a shipment from their open requests. A request without further items is confirmed.
pub(in super::super) async fn release_packed(
    rows: &impl ScopedConnection,
    actor: &Actor,
    shipment: &shipment::Model,
    items: &[ItemId],
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let packed = requested::Entity::update_many()
        .col_expr(requested::Column::ReleasedAt, Expr::value(now))
        .col_expr(requested::Column::ShipmentId, Expr::value(shipment.id))
        .filter(requested::Column::ItemId.is_in(items.iter().copied()))
        .filter(requested::Column::ReleasedAt.is_null());
    let requests: BTreeSet<ShippingRequestId> = rows.update(packed).await?.iter().map(|row| row.request_id).collect();
    if requests.is_empty() {
        return Ok(());
    }
    let waiting = requested::Entity::find()
        .select_only()
        .column(requested::Column::RequestId)
        .filter(requested::Column::RequestId.is_in(requests.iter().copied()))
        .filter(requested::Column::ReleasedAt.is_null());
    let confirmed = request::Entity::update_many()
        .col_expr(request::Column::Status, Expr::value(ShippingRequestStatus::Confirmed))
        .col_expr(request::Column::Version, Expr::col(request::Column::Version).add(1))
        .col_expr(request::Column::UpdatedAt, Expr::value(now))
        .filter(request::Column::Id.is_in(requests))
        .filter(request::Column::Status.eq(ShippingRequestStatus::Open))
        .filter(request::Column::Id.not_in_subquery(QueryTrait::into_query(waiting)));
    for row in rows.update(confirmed).await? {
        record(rows, &row, actor, Some(ShippingRequestStatus::Open), None, now).await?;
        notify(rows, &row, Notice::ShippingAnswered, "", now).await?;
    }
    Ok(())
}
