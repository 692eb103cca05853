//! The contents of places, as stored.

use super::{ShipmentError, loaded_items::load_items};
use chrono::{DateTime, Utc};
use entities::{order_item, shipment, shipment_item, shipment_place as place, shipment_place_item as place_item};
use platform::scope::ScopedConnection;
use sea_orm::{ActiveValue::NotSet, QueryOrder, QuerySelect, QueryTrait, Set, entity::prelude::*};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::{ItemId, PlaceId, ShipmentId},
    shipments::*,
};
use std::collections::BTreeMap;

/// Most characters of a title that the history keeps.
const TITLE: usize = 80;

/// The contents of places.
pub(super) async fn load(
    rows: &impl ScopedConnection,
    places: &[place::Model],
) -> Result<Vec<place_item::Model>, DbErr> {
    if places.is_empty() {
        return Ok(Vec::new());
    }
    let select = place_item::Entity::find()
        .filter(rows.id_in(place_item::Column::PlaceId, places.iter().map(|place| place.id)))
        .order_by_asc(place_item::Column::Id);
    rows.all(select).await
}

/// Takes items that leave the shipment out of its places.
pub(super) async fn take_out(
    rows: &impl ScopedConnection,
    shipment: ShipmentId,
    items: Option<&[ItemId]>,
) -> Result<(), DbErr> {
    let of_shipment = place::Entity::find()
        .select_only()
        .column(place::Column::Id)
        .filter(place::Column::ShipmentId.eq(shipment))
        .into_query();
    let mut delete = place_item::Entity::delete_many().filter(place_item::Column::PlaceId.in_subquery(of_shipment));
    if let Some(items) = items {
        delete = delete.filter(rows.id_in(place_item::Column::ItemId, items.iter().copied()));
    }
    rows.delete_where(delete).await.map(drop)
}

/// Replaces the contents of a place, and returns what changed. All places together can't have more pieces of an item than the shipment.
pub(super) async fn replace(
    rows: &impl ScopedConnection,
    row: &shipment::Model,
    places: &[place::Model],
    place_id: PlaceId,
    items: &[NewPlaceItem],
    now: DateTime<Utc>,
) -> Result<Vec<PlaceItemRevision>, ShipmentError> {
    let mut errors = FieldErrors::default();
    if items.len() > ITEMS {
        errors.add("items", Rule::TooMany(ITEMS));
        return Err(errors.into());
    }
    let contents = load_items(rows, row.id).await?;
    let mut left: BTreeMap<ItemId, i32> = contents.iter().map(|(row, _)| (row.item_id, row.quantity)).collect();
    let stored = load(rows, places).await?;
    for other in &stored {
        if let Some(left) = left.get_mut(&other.item_id).filter(|_| other.place_id != place_id) {
            *left = left.saturating_sub(other.quantity);
        }
    }
    let mut new = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let Some(left) = left.get(&item.item_id) else {
            errors.add(&format!("items[{index}].item_id"), Rule::NotYours);
            continue;
        };
        if items.iter().take(index).any(|other| other.item_id == item.item_id) {
            errors.add(&format!("items[{index}].item_id"), Rule::Repeated);
        }
        errors.range(
            &format!("items[{index}].quantity"),
            item.quantity.into(),
            1,
            (*left).into(),
        );
        new.push(place_item::ActiveModel {
            id: NotSet,
            agent_id: Set(row.agent_id),
            client_id: Set(row.client_id),
            place_id: Set(place_id),
            item_id: Set(item.item_id),
            quantity: Set(item.quantity),
            created_at: Set(now),
        });
    }
    errors.into_result(())?;
    let previous = place_item::Entity::delete_many().filter(place_item::Column::PlaceId.eq(place_id));
    rows.delete_where(previous).await?;
    if !new.is_empty() {
        rows.insert_many(new, None).await?;
    }
    let here = stored.iter().filter(|item| item.place_id == place_id);
    let before: BTreeMap<ItemId, i32> = here.map(|item| (item.item_id, item.quantity)).collect();
    let after: BTreeMap<ItemId, i32> = items.iter().map(|item| (item.item_id, item.quantity)).collect();
    let revision = |(row, item): &(_, Option<order_item::Model>)| {
        let row: &shipment_item::Model = row;
        let pieces = |of: &BTreeMap<ItemId, i32>| of.get(&row.item_id).copied().unwrap_or_default();
        let title = item.as_ref().map(|item| item.title.chars().take(TITLE).collect());
        PlaceItemRevision {
            title: title.unwrap_or_default(),
            before: pieces(&before),
            after: pieces(&after),
        }
    };
    let revisions = contents.iter().map(revision);
    Ok(revisions.filter(|revision| revision.before != revision.after).collect())
}
