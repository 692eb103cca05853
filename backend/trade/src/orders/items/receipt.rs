//! Receipts of items: in parts, of too few pieces, and by mistake.

use super::agent;
use crate::orders::{OrderError, history::Actor, views};
use chrono::{DateTime, Utc};
use entities::{order_item as item, shipment_item, shipping_request_item};
use platform::scope::ScopedConnection;
use sea_orm::entity::prelude::*;
use shared_types::{id::ItemId, items::ItemStatus};

/// Splits the pieces of an awaited item off that did not come with this delivery.
pub(super) async fn split_rest(
    rows: &impl ScopedConnection,
    actor: &Actor,
    id: ItemId,
    counted: i32,
    now: DateTime<Utc>,
) -> Result<(), OrderError> {
    let item = rows
        .one(item::Entity::find_by_id(id))
        .await?
        .ok_or(OrderError::NotFound)?;
    let rest = views::expected_quantity(&item) - counted;
    // The rest of an item that was short before is received by another receipt.
    if counted > 0 && rest > 0 && item.counted_quantity.is_none() {
        agent::split(rows, actor, (item.order_id, id), rest.into(), now).await?;
    }
    Ok(())
}

/// Fails if one of the items is in a shipment: its problem ends with the shipment.
pub(super) async fn ensure_not_packed(rows: &impl ScopedConnection, ids: &[ItemId]) -> Result<(), OrderError> {
    let packed = shipment_item::Entity::find()
        .filter(rows.id_in(shipment_item::Column::ItemId, ids.iter().copied()))
        .filter(shipment_item::Column::ReleasedAt.is_null());
    match rows.one(packed).await? {
        Some(_) => Err(OrderError::ReceiptInUse),
        None => Ok(()),
    }
}

/// Fails if a receipt has been used: the goods are in a shipment, asked for in a shipping request, or pieces of them are refunded.
/// Refunds of money, and of pieces that did not come, don't depend on what came.
pub(super) async fn ensure_unused(rows: &impl ScopedConnection, items: &[&item::Model]) -> Result<(), OrderError> {
    let ids: Vec<ItemId> = items.iter().map(|item| item.id).collect();
    ensure_not_packed(rows, &ids).await?;
    let requested = shipping_request_item::Entity::find()
        .filter(rows.id_in(shipping_request_item::Column::ItemId, ids))
        .filter(shipping_request_item::Column::ReleasedAt.is_null());
    let is_refunded = |item: &&item::Model| views::refunded_received_quantity(item) > 0;
    if items.iter().any(is_refunded) || rows.one(requested).await?.is_some() {
        return Err(OrderError::ReceiptInUse);
    }
    Ok(())
}

/// The pieces of a short delivery that came before.
pub(super) fn counted_before(item: &item::Model) -> i32 {
    let short = item.counted_quantity.filter(|_| item.status == ItemStatus::Problem);
    short.unwrap_or_default()
}

/// The reason of a problem with the number of pieces. `counted` came now.
pub(super) fn miscount_reason(item: &item::Model, to: ItemStatus, counted: Option<i32>) -> Option<String> {
    let counted = counted.filter(|_| to == ItemStatus::Problem)? + counted_before(item);
    Some(format!("{counted} / {}", views::expected_quantity(item)))
}
