//! Splitting and merging of shipments.

use super::{
    ShipmentError,
    contents::{insert_items, lock_forming, next_number, release_items, save, versioned_update},
    history::record_and_notify,
    loaded_items::load_items,
    places,
};
use chrono::{DateTime, Utc};
use entities::shipment::{self, Column};
use platform::scope::ScopedConnection;
use sea_orm::{ActiveModelTrait, ActiveValue::NotSet, IntoActiveModel, Set, sea_query::Expr};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::{ItemId, ShipmentId},
    shipments::ShipmentStatus,
};
use trade::orders::history::Actor;

/// Moves items into a new shipment with the same destination and delivery. Returns the new shipment.
pub(super) async fn split(
    rows: &impl ScopedConnection,
    actor: &Actor,
    id: ShipmentId,
    items: &[ItemId],
    now: DateTime<Utc>,
) -> Result<shipment::Model, ShipmentError> {
    let row = lock_forming(rows, id).await?;
    let contents = load_items(rows, row.id).await?;
    let moving: Vec<_> = contents
        .iter()
        .filter_map(|(row, item)| item.clone().filter(|_| items.contains(&row.item_id)))
        .collect();
    if items.is_empty() || moving.len() != items.len() {
        return Err(FieldErrors::single("items", Rule::NotYours).into());
    }
    if moving.len() == contents.len() {
        return Err(ShipmentError::ShipmentEmptied);
    }
    release_items(rows, row.id, Some(items), now).await?;
    let number = next_number(rows, row.client_id).await?.1;
    let mut new = row.clone().into_active_model();
    new.id = NotSet;
    new.number = Set(number);
    // The measurements belong to the undivided shipment.
    new.weight_grams = Set(None);
    new.volume_cm3 = Set(None);
    new.places = Set(None);
    new.length_mm = Set(None);
    new.width_mm = Set(None);
    new.height_mm = Set(None);
    new.track = Set(None);
    new.version = Set(1);
    new.created_at = Set(now);
    new.updated_at = Set(now);
    let new = new.reset_all();
    let new = rows.insert(shipment::ActiveModel { id: NotSet, ..new }).await?;
    insert_items(rows, &new, &moving, now).await?;
    let reason = format!("{} → {}", row.number, new.number);
    record_and_notify(rows, &new, actor, None, Some(&reason), now).await?;
    let first = save(rows, versioned_update(row.id, now)).await?;
    record_and_notify(rows, &first, actor, Some(ShipmentStatus::Forming), Some(&reason), now).await?;
    Ok(new)
}

/// Moves all items of the shipment `from` into this one and cancels `from`. Both must be forming and of the same client.
pub(super) async fn merge(
    rows: &impl ScopedConnection,
    actor: &Actor,
    id: ShipmentId,
    from: ShipmentId,
    now: DateTime<Utc>,
) -> Result<shipment::Model, ShipmentError> {
    if id == from {
        return Err(FieldErrors::single("from", Rule::UnknownValue).into());
    }
    // Locked in the order of their ids, so that concurrent merges can't deadlock.
    let (first, second) = (
        lock_forming(rows, id.min(from)).await?,
        lock_forming(rows, id.max(from)).await?,
    );
    let (row, other) = if first.id == id {
        (first, second)
    } else {
        (second, first)
    };
    if row.client_id != other.client_id {
        return Err(FieldErrors::single("from", Rule::NotYours).into());
    }
    let moving: Vec<_> = load_items(rows, other.id)
        .await?
        .into_iter()
        .filter_map(|(_, item)| item)
        .collect();
    // Before the items: their places are not emptied by the move.
    places::absorb(rows, actor, (&row, &other), now).await?;
    if !moving.is_empty() {
        release_items(rows, other.id, None, now).await?;
        insert_items(rows, &row, &moving, now).await?;
    }
    let reason = format!("{} → {}", other.number, row.number);
    let canceled = versioned_update(other.id, now).col_expr(Column::Status, Expr::value(ShipmentStatus::Canceled));
    let canceled = save(rows, canceled).await?;
    record_and_notify(
        rows,
        &canceled,
        actor,
        Some(ShipmentStatus::Forming),
        Some(&reason),
        now,
    )
    .await?;
    let row = save(rows, versioned_update(row.id, now)).await?;
    record_and_notify(rows, &row, actor, Some(ShipmentStatus::Forming), Some(&reason), now).await?;
    Ok(row)
}
