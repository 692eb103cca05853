//! An index of the items that are in the warehouse or in a shipment: lists of orders ask for them, and most orders have none.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "CREATE INDEX ix_order_items_received ON order_items (order_id, agent_id, status, id) \
     WHERE status IN ('at_warehouse', 'packed', 'shipped')",
];

const DOWN: &[&str] = &["DROP INDEX ix_order_items_received"];
