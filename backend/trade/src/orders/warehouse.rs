//! Where the received items of orders are: free, in a shipping request, or in a shipment.

use super::statuses::in_statuses_sql;
use entities::{note_flags, order};
use platform::scope::ScopedConnection;
use sea_orm::{
    DbErr, FromQueryResult, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, SimpleExpr},
};
use shared_types::{
    id::{OrderId, ShipmentId},
    orders::{OrderStatus, OrderSummary, Side, WarehouseItems},
};
use std::collections::HashMap;

#[derive(FromQueryResult)]
struct WarehouseRow {
    order_id: OrderId,
    free: Option<bool>,
    requested: Option<bool>,
    shipment_id: Option<ShipmentId>,
    has_note: Option<bool>,
}

/// The statuses of orders with items that can be in the warehouse or in a shipment.
const WITH_RECEIVED_ITEMS: [OrderStatus; 5] = [
    OrderStatus::Purchasing,
    OrderStatus::Purchased,
    OrderStatus::Expected,
    OrderStatus::AtWarehouse,
    OrderStatus::Shipped,
];

/// SQL condition: an item `i` of an order is in the warehouse and in no shipment.
const IS_UNPACKED: &str = "i.order_id = orders.id AND i.agent_id = orders.agent_id AND i.status = 'at_warehouse' \
    AND NOT EXISTS (SELECT 1 FROM shipment_items s WHERE s.item_id = i.id AND s.released_at IS NULL)";
/// SQL condition: an item `i` is in an open shipping request.
const IS_REQUESTED: &str =
    "EXISTS (SELECT 1 FROM shipping_request_items r WHERE r.item_id = i.id AND r.released_at IS NULL)";

/// Columns of rows of `orders`: whether items are free, whether items are requested, and a shipment with items. NULL if the order
/// can have no received items. They ask whether there are such items instead of counting them, so that an order of many items costs
/// no more.
///
/// Clients don't see shipments that are being formed.
fn columns(side: Side) -> [SimpleExpr; 3] {
    let can_have = in_statuses_sql(&WITH_RECEIVED_ITEMS);
    let free = format!("EXISTS (SELECT 1 FROM order_items i WHERE {IS_UNPACKED} AND NOT {IS_REQUESTED})");
    let requested = format!("EXISTS (SELECT 1 FROM order_items i WHERE {IS_UNPACKED} AND {IS_REQUESTED})");
    // An item in a shipment that is being formed is in the warehouse still.
    let packed = match side {
        Side::Client => "'packed', 'shipped'",
        Side::Staff | Side::System => "'at_warehouse', 'packed', 'shipped'",
    };
    let shipment = format!(
        "(SELECT MIN(s.shipment_id) FROM order_items i INNER JOIN shipment_items s ON s.item_id = i.id AND s.released_at IS NULL \
         WHERE i.order_id = orders.id AND i.agent_id = orders.agent_id AND i.status IN ({packed}))"
    );
    [
        format!("CASE WHEN {can_have} THEN {free} END"),
        format!("CASE WHEN {can_have} THEN NOT {free} AND {requested} END"),
        format!("CASE WHEN {can_have} AND NOT {free} THEN {shipment} END"),
    ]
    .map(Expr::cust)
}

/// Adds to each order where its received items are, and whether it has a note, if `notes` is set. Takes one statement, or none if
/// there is nothing to ask.
pub(super) async fn add_to(
    rows: &impl ScopedConnection,
    orders: &mut [OrderSummary],
    side: Side,
    notes: bool,
) -> Result<(), DbErr> {
    let asked: Vec<&mut OrderSummary> = orders
        .iter_mut()
        .filter(|order| notes || WITH_RECEIVED_ITEMS.contains(&order.status))
        .collect();
    if asked.is_empty() {
        return Ok(());
    }
    let [free, requested, shipment] = columns(side);
    let has_note = if notes {
        note_flags::order_has_note()
    } else {
        Expr::cust("CAST(NULL AS boolean)")
    };
    let select = order::Entity::find()
        .select_only()
        .column_as(order::Column::Id, "order_id")
        .column_as(free, "free")
        .column_as(requested, "requested")
        .column_as(shipment, "shipment_id")
        .column_as(has_note, "has_note")
        .filter(rows.id_in(order::Column::Id, asked.iter().map(|order| order.id)));
    let found: Vec<WarehouseRow> = rows.all_as(select).await?;
    let mut found: HashMap<OrderId, WarehouseRow> = found.into_iter().map(|row| (row.order_id, row)).collect();
    for order in asked {
        let Some(row) = found.remove(&order.id) else { continue };
        order.warehouse = row.free.map(|free| WarehouseItems {
            free,
            requested: row.requested.unwrap_or_default(),
            shipment_id: row.shipment_id,
        });
        if notes {
            order.has_note = row.has_note;
        }
    }
    Ok(())
}
