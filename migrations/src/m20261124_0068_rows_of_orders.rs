//! Indexes that find the items and messages of an order together with its agent.
//!
//! Without them PostgreSQL combines the rows of the order with all rows of the agent, which are few for the average agent.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "CREATE INDEX ix_order_items_order_id_agent_id ON order_items (order_id, agent_id, id)",
    "CREATE INDEX ix_chat_messages_order_id_agent_id ON chat_messages (order_id, agent_id, id)",
];

const DOWN: &[&str] = &[
    "DROP INDEX ix_chat_messages_order_id_agent_id",
    "DROP INDEX ix_order_items_order_id_agent_id",
];
