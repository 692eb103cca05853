//! Where the received items of orders are: free, in a shipping request, or in a shipment.

use entities::{order_item as item, shipment, shipment_item, shipping_request_item};
use platform::scope::ScopedConnection;
use sea_orm::{
    DbErr, FromQueryResult, QuerySelect, QueryTrait,
    entity::prelude::*,
    sea_query::{Expr, SimpleExpr},
};
use shared_types::{
    id::{OrderId, ShipmentId},
    items::ItemStatus,
    orders::{OrderStatus, OrderSummary, Side, WarehouseItems},
};
use std::collections::HashMap;

#[derive(FromQueryResult)]
struct WarehouseRow {
    order_id: OrderId,
    free: i64,
    requested: i64,
    in_shipments: i64,
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

fn count_if(condition: &str) -> SimpleExpr {
    Expr::cust(format!("SUM(CASE WHEN {condition} THEN 1 ELSE 0 END)"))
}

/// Adds to each order where its received items are. Takes one statement, or none if no order can have any.
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
    let mut select = item::Entity::find().select_only();
    QueryTrait::query(&mut select)
        .left_join(
            shipment_item::Entity,
            Expr::cust("shipment_items.item_id = order_items.id AND shipment_items.released_at IS NULL"),
        )
        .left_join(
            shipment::Entity,
            Expr::cust("shipments.id = shipment_items.shipment_id"),
        )
        .left_join(
            shipping_request_item::Entity,
            Expr::cust(
                "shipping_request_items.item_id = order_items.id AND shipping_request_items.released_at IS NULL",
            ),
        );
    let received = [ItemStatus::AtWarehouse, ItemStatus::Packed, ItemStatus::Shipped];
    let first_shipment = match side {
        Side::Client => "MIN(CASE WHEN shipments.status <> 'forming' THEN shipments.id END)",
        Side::Staff | Side::System => "MIN(shipments.id)",
    };
    let is_unpacked = "shipment_items.id IS NULL AND order_items.status = 'at_warehouse'";
    let select = select
        .column(item::Column::OrderId)
        .column_as(
            count_if(&format!("{is_unpacked} AND shipping_request_items.id IS NULL")),
            "free",
        )
        .column_as(
            count_if(&format!("{is_unpacked} AND shipping_request_items.id IS NOT NULL")),
            "requested",
        )
        .column_as(
            count_if("shipment_items.id IS NOT NULL AND order_items.status <> 'shipped'"),
            "in_shipments",
        )
        .column_as(Expr::cust(first_shipment), "shipment_id")
        .filter(rows.id_in(item::Column::OrderId, orders.iter().map(|order| order.id)))
        .filter(item::Column::Status.is_in(received))
        .group_by(item::Column::OrderId);
    let found: Vec<WarehouseRow> = rows.all_as(select).await?;
    let mut found: HashMap<OrderId, WarehouseRow> = found.into_iter().map(|row| (row.order_id, row)).collect();
    for order in orders {
        let row = found.remove(&order.id);
        order.warehouse = Some(row.map_or_else(WarehouseItems::default, |row| WarehouseItems {
            free: row.free,
            requested: row.requested,
            in_shipments: row.in_shipments,
            shipment_id: row.shipment_id,
        }));
    }
    Ok(())
}
