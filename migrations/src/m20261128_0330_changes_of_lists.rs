//! Indexes for lists that are sorted by the time of the last change.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "CREATE INDEX ix_orders_agent_id_updated_at ON orders (agent_id, updated_at, id)",
    "CREATE INDEX ix_order_items_agent_id_updated_at ON order_items (agent_id, updated_at, id)",
    "CREATE INDEX ix_order_items_client_id_updated_at ON order_items (agent_id, client_id, updated_at, id)",
    "CREATE INDEX ix_clients_agent_id_updated_at ON clients (agent_id, updated_at, id)",
    "CREATE INDEX ix_shipments_agent_id_updated_at ON shipments (agent_id, updated_at, id)",
];

const DOWN: &[&str] = &[
    "DROP INDEX ix_shipments_agent_id_updated_at",
    "DROP INDEX ix_clients_agent_id_updated_at",
    "DROP INDEX ix_order_items_client_id_updated_at",
    "DROP INDEX ix_order_items_agent_id_updated_at",
    "DROP INDEX ix_orders_agent_id_updated_at",
];
