//! Staff confirm or refuse a request, the client withdraws it.

use super::{ShipmentError, apply_move, lock, notify, release_waiting};
use crate::shipments::{
    contents::{self, save, versioned_update},
    history::record_recipient,
    recipient,
};
use chrono::{DateTime, Utc};
use entities::{shipment, shipment::Column, shipping_request as request, shipping_request_item as requested};
use platform::scope::ScopedConnection;
use sea_orm::{entity::prelude::*, sea_query::Expr};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::{ItemId, ShippingRequestId},
    items::limits,
    notifications::Notice,
    shipments::{NewShipment, RequestedShipment, ShippingConfirmation, ShippingRefusal, ShippingRequestMove},
};
use std::collections::BTreeSet;
use trade::orders::history::Actor;

/// Packs the items of a request into shipments. Items that are in none of them are free again.
pub(super) async fn confirm(
    rows: &impl ScopedConnection,
    actor: &Actor,
    id: ShippingRequestId,
    body: &ShippingConfirmation,
    now: DateTime<Utc>,
) -> Result<request::Model, ShipmentError> {
    let row = lock(rows, id).await?;
    // The request is closed first, so that packing its items does not confirm it a second time.
    let row = apply_move(rows, actor, &row, ShippingRequestMove::Confirm, None, now).await?;
    ensure_requested(rows, &row, &body.parcels).await?;
    for parcel in &body.parcels {
        pack(rows, actor, &row, parcel, now).await?;
    }
    release_waiting(rows, row.id, now).await?;
    notify(rows, &row, Notice::ShippingAnswered, "", now).await?;
    Ok(row)
}

/// Fails unless there are shipments, and each of their items waits for the request and is in one shipment only.
async fn ensure_requested(
    rows: &impl ScopedConnection,
    row: &request::Model,
    parcels: &[RequestedShipment],
) -> Result<(), ShipmentError> {
    let waiting = requested::Entity::find()
        .filter(requested::Column::RequestId.eq(row.id))
        .filter(requested::Column::ReleasedAt.is_null());
    let mut waiting: BTreeSet<ItemId> = rows.all(waiting).await?.iter().map(|item| item.item_id).collect();
    let mut errors = FieldErrors::default();
    if parcels.is_empty() {
        errors.add("parcels", Rule::Required);
    }
    for (index, parcel) in parcels.iter().enumerate() {
        let field = format!("parcels[{index}].items");
        if parcel.items.is_empty() {
            errors.add(&field, Rule::Required);
        }
        if parcel.items.iter().any(|item| !waiting.remove(item)) {
            errors.add(&field, Rule::NotYours);
        }
    }
    Ok(errors.into_result(())?)
}

/// Packs one shipment: a new shipment with the recipient and the method of the request, or a shipment that is being formed.
async fn pack(
    rows: &impl ScopedConnection,
    actor: &Actor,
    row: &request::Model,
    parcel: &RequestedShipment,
    now: DateTime<Utc>,
) -> Result<shipment::Model, ShipmentError> {
    if let Some(id) = parcel.shipment_id {
        return contents::add(rows, actor, id, &parcel.items, now).await;
    }
    let new = NewShipment {
        client_id: row.client_id,
        items: parcel.items.clone(),
    };
    let created = contents::create(rows, actor, &new, now).await?;
    if row.recipient.is_none() && row.delivery_method_id.is_none() {
        return Ok(created);
    }
    let mut update = versioned_update(created.id, now);
    let mut changes = Vec::new();
    if let Some(snapshot) = row.recipient.as_deref() {
        changes = recipient::changes(created.recipient.as_deref(), snapshot);
        update = recipient::with_recipient(update, snapshot.clone(), true)?;
    }
    if let Some(method) = row.delivery_method_id {
        update = update.col_expr(Column::DeliveryMethodId, Expr::value(method));
    }
    let shipment = save(rows, update).await?;
    record_recipient(rows, &shipment, actor, changes, now).await?;
    Ok(shipment)
}

/// Refuses a request with a reason.
pub(super) async fn refuse(
    rows: &impl ScopedConnection,
    actor: &Actor,
    id: ShippingRequestId,
    body: &ShippingRefusal,
    now: DateTime<Utc>,
) -> Result<request::Model, ShipmentError> {
    let mut errors = FieldErrors::default();
    let reason = errors.required_text("reason", &body.reason, limits::REASON);
    errors.into_result(())?;
    let row = lock(rows, id).await?;
    let row = apply_move(rows, actor, &row, ShippingRequestMove::Refuse, Some(&reason), now).await?;
    release_waiting(rows, row.id, now).await?;
    notify(rows, &row, Notice::ShippingAnswered, &reason, now).await?;
    Ok(row)
}

/// Withdraws a request that was not answered.
pub(super) async fn withdraw(
    rows: &impl ScopedConnection,
    actor: &Actor,
    id: ShippingRequestId,
    now: DateTime<Utc>,
) -> Result<request::Model, ShipmentError> {
    let row = lock(rows, id).await?;
    let row = apply_move(rows, actor, &row, ShippingRequestMove::Withdraw, None, now).await?;
    release_waiting(rows, row.id, now).await?;
    Ok(row)
}
