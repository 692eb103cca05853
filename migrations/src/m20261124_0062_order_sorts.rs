//! Indexes for the sorts of the order table by columns that seldom change. A sort by another column reads all matching orders
//! (ADR 0061).

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "CREATE INDEX ix_orders_agent_id_client_id ON orders (agent_id, client_id, id)",
    "CREATE INDEX ix_orders_agent_id_sent_at ON orders (agent_id, coalesce(submitted_at, created_at), id)",
];

const DOWN: &[&str] = &[
    "DROP INDEX ix_orders_agent_id_sent_at",
    "DROP INDEX ix_orders_agent_id_client_id",
];
