//! Packing lists of shipments, and the manifest of a cargo delivery.

use super::{
    ShipmentError, deliveries, delivery_details, places,
    views::{self, Viewer},
};
use entities::{client, order, order_item as item, shipment, shipment_item};
use platform::scope::ScopedConnection;
use sea_orm::{QueryOrder, entity::prelude::*, sea_query::SimpleExpr};
use shared_types::{
    id::{DeliveryId, OrderId, ShipmentId},
    shipments::*,
};
use std::collections::BTreeMap;

/// The packing list of a shipment.
pub(super) async fn of_shipment(
    rows: &impl ScopedConnection,
    id: ShipmentId,
    viewer: Viewer,
) -> Result<PackingList, ShipmentError> {
    let lists = lists_where(rows, shipment::Column::Id.eq(id), viewer).await?;
    lists.into_iter().next().ok_or(ShipmentError::NotFound)
}

/// The manifest of a delivery.
pub(super) async fn manifest(
    rows: &impl ScopedConnection,
    id: DeliveryId,
    viewer: Viewer,
) -> Result<Manifest, ShipmentError> {
    let row = deliveries::find(rows, id).await?;
    let mut loads = delivery_details::loads(rows, std::iter::once(row.id)).await?;
    let load = loads.remove(&row.id).unwrap_or_default();
    Ok(Manifest {
        delivery: views::delivery_summary(&row, load, viewer),
        shipments: lists_where(rows, shipment::Column::DeliveryId.eq(row.id), viewer).await?,
    })
}

/// The packing lists of the shipments that meet a condition, in a few statements for all of them.
async fn lists_where(
    rows: &impl ScopedConnection,
    condition: SimpleExpr,
    viewer: Viewer,
) -> Result<Vec<PackingList>, DbErr> {
    let shipments = shipment::Entity::find()
        .find_also_related(client::Entity)
        .filter(condition)
        .order_by_asc(shipment::Column::Id);
    let shipments = rows.all_with(shipments).await?;
    let ids: Vec<ShipmentId> = shipments.iter().map(|(row, _)| row.id).collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let contents = shipment_item::Entity::find()
        .find_also_related(item::Entity)
        .filter(rows.id_in(shipment_item::Column::ShipmentId, ids.iter().copied()))
        .filter(shipment_item::Column::ReleasedAt.is_null())
        .order_by_asc(shipment_item::Column::Id);
    let contents = rows.all_with(contents).await?;
    let orders = contents.iter().filter_map(|(_, item)| Some(item.as_ref()?.order_id));
    let orders = order::Entity::find().filter(rows.id_in(order::Column::Id, orders.collect::<Vec<_>>()));
    let numbers: BTreeMap<OrderId, String> = rows
        .all(orders)
        .await?
        .into_iter()
        .map(|order| (order.id, order.number))
        .collect();
    let mut items: BTreeMap<ShipmentId, Vec<ShipmentItem>> = BTreeMap::new();
    for (row, item) in contents {
        let Some(item) = item else { continue };
        let number = numbers.get(&item.order_id).map(String::as_str).unwrap_or_default();
        let view = views::item_view(&item, number, row.quantity, viewer);
        items.entry(row.shipment_id).or_default().push(view);
    }
    let mut places = places::list_many(rows, &ids).await?;
    let list = |(row, client): &(shipment::Model, Option<client::Model>)| PackingList {
        shipment: views::summary(row, client.as_ref(), viewer),
        places: places.remove(&row.id).unwrap_or_default(),
        items: items.remove(&row.id).unwrap_or_default(),
    };
    Ok(shipments.iter().map(list).collect())
}
