//! The price in rubles, the rate, the comment, the track and the problem of a shipment.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "ALTER TABLE shipments ADD COLUMN cost_rub_minor bigint CHECK (cost_rub_minor >= 0)",
    "ALTER TABLE shipments ADD COLUMN rate text",
    "ALTER TABLE shipments ADD COLUMN comment text NOT NULL DEFAULT ''",
    "ALTER TABLE shipments ADD COLUMN track text",
    "ALTER TABLE shipments ADD COLUMN problem_reason text",
    "CREATE INDEX ix_shipments_tenant_id ON shipments (agent_id, client_id, id)",
    "CREATE INDEX ix_shipments_delivery_id ON shipments (delivery_id)",
    "CREATE INDEX ix_shipment_items_shipment_id ON shipment_items (shipment_id)",
    "CREATE INDEX ix_shipment_history_shipment_id ON shipment_history (shipment_id, id)",
    "CREATE INDEX ix_delivery_history_delivery_id ON delivery_history (delivery_id, id)",
    "CREATE INDEX ix_deliveries_agent_id_status_id ON deliveries (agent_id, status, id)",
    "CREATE INDEX ix_order_items_at_warehouse ON order_items (agent_id, client_id, id) WHERE status = 'at_warehouse'",
];

const DOWN: &[&str] = &[
    "DROP INDEX ix_order_items_at_warehouse",
    "DROP INDEX ix_deliveries_agent_id_status_id",
    "DROP INDEX ix_delivery_history_delivery_id",
    "DROP INDEX ix_shipment_history_shipment_id",
    "DROP INDEX ix_shipment_items_shipment_id",
    "DROP INDEX ix_shipments_delivery_id",
    "DROP INDEX ix_shipments_tenant_id",
    "ALTER TABLE shipments DROP COLUMN problem_reason",
    "ALTER TABLE shipments DROP COLUMN track",
    "ALTER TABLE shipments DROP COLUMN comment",
    "ALTER TABLE shipments DROP COLUMN rate",
    "ALTER TABLE shipments DROP COLUMN cost_rub_minor",
];
