//! Which items a payment to a seller paid for. Earlier payments get the items of their order with the same marketplace number.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "ALTER TABLE order_items ADD COLUMN purchase_id bigint REFERENCES purchases (id) ON DELETE SET NULL",
    "CREATE INDEX ix_order_items_purchase_id ON order_items (agent_id, purchase_id) WHERE purchase_id IS NOT NULL",
    "UPDATE order_items SET purchase_id = (
      SELECT max(p.id) FROM purchases p
      WHERE p.agent_id = order_items.agent_id AND p.order_id = order_items.order_id
        AND p.marketplace_order_number = order_items.marketplace_order_number
    ) WHERE marketplace_order_number IS NOT NULL",
];

const DOWN: &[&str] = &[
    "DROP INDEX ix_order_items_purchase_id",
    "ALTER TABLE order_items DROP COLUMN purchase_id",
];
