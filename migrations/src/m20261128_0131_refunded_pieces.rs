//! The pieces of items that were refunded. Until now a refund of an item was one of all its pieces.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "ALTER TABLE order_items ADD COLUMN refunded_quantity integer NOT NULL DEFAULT 0 CHECK (refunded_quantity >= 0)",
    "ALTER TABLE refunds ADD COLUMN pieces integer CHECK (pieces > 0)",
    "UPDATE order_items SET refunded_quantity = coalesce(agent_quantity, quantity) WHERE status = 'refunded'",
    "UPDATE refunds SET pieces = (SELECT i.refunded_quantity FROM order_items i WHERE i.id = refunds.item_id) \
      WHERE item_id IN (SELECT i.id FROM order_items i WHERE i.status = 'refunded')",
];

const DOWN: &[&str] = &[
    "ALTER TABLE refunds DROP COLUMN pieces",
    "ALTER TABLE order_items DROP COLUMN refunded_quantity",
];
