//! Where the received items of orders are: free, in a shipping request, or in a shipment.

use entities::order;
use platform::scope::ScopedConnection;
use sea_orm::{DbErr, FromQueryResult, QuerySelect, entity::prelude::*, sea_query::Expr};
use shared_types::{
    id::{OrderId, ShipmentId},
    orders::{OrderStatus, OrderSummary, Side, WarehouseItems},
};
use std::collections::HashMap;

#[derive(FromQueryResult)]
struct WarehouseRow {
    order_id: OrderId,
    free: bool,
    requested: bool,
    shipment_id: Option<ShipmentId>,
}

/// Whether items of an order with this status can be in the warehouse or in a shipment.
const fn can_have_received_items(status: OrderStatus) -> bool {
    matches!(
        status,
        OrderStatus::Purchasing
            | OrderStatus::Purchased
            | OrderStatus::Expected
            | OrderStatus::AtWarehouse
            | OrderStatus::Shipped
    )
}

/// SQL condition: an item `i` of an order is in the warehouse and in no shipment.
const IS_UNPACKED: &str = "i.order_id = orders.id AND i.agent_id = orders.agent_id AND i.status = 'at_warehouse' \
    AND NOT EXISTS (SELECT 1 FROM shipment_items s WHERE s.item_id = i.id AND s.released_at IS NULL)";
/// SQL condition: an item `i` is in an open shipping request.
const IS_REQUESTED: &str =
    "EXISTS (SELECT 1 FROM shipping_request_items r WHERE r.item_id = i.id AND r.released_at IS NULL)";

/// Adds to each order where its received items are. Takes one statement, or none if no order can have any. It asks whether there
/// are such items instead of counting them, so that an order of many items costs no more.
///
/// Clients don't see shipments that are being formed.
pub(super) async fn add_to(rows: &impl ScopedConnection, orders: &mut [OrderSummary], side: Side) -> Result<(), DbErr> {
    let orders: Vec<&mut OrderSummary> = orders
        .iter_mut()
        .filter(|order| can_have_received_items(order.status))
        .collect();
    if orders.is_empty() {
        return Ok(());
    }
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
    let select = order::Entity::find()
        .select_only()
        .column_as(order::Column::Id, "order_id")
        .column_as(Expr::cust(free.clone()), "free")
        .column_as(
            Expr::cust(format!("CASE WHEN {free} THEN FALSE ELSE {requested} END")),
            "requested",
        )
        .column_as(
            Expr::cust(format!("CASE WHEN {free} THEN NULL ELSE {shipment} END")),
            "shipment_id",
        )
        .filter(rows.id_in(order::Column::Id, orders.iter().map(|order| order.id)));
    let found: Vec<WarehouseRow> = rows.all_as(select).await?;
    let mut found: HashMap<OrderId, WarehouseRow> = found.into_iter().map(|row| (row.order_id, row)).collect();
    for order in orders {
        let row = found.remove(&order.id);
        order.warehouse = Some(row.map_or_else(WarehouseItems::default, |row| WarehouseItems {
            free: row.free,
            requested: row.requested,
            shipment_id: row.shipment_id,
        }));
    }
    Ok(())
}
