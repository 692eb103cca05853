//! The deposit of an order that is reserved on the client's balance.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "ALTER TABLE orders ADD COLUMN deposit_minor bigint CHECK (deposit_minor > 0)",
    "ALTER TABLE orders ADD COLUMN deposit_currency text CHECK ((deposit_currency IS NULL) = (deposit_minor IS NULL))",
    "CREATE INDEX ix_orders_deposits ON orders (agent_id, client_id, id) WHERE deposit_minor IS NOT NULL",
];

const DOWN: &[&str] = &[
    "DROP INDEX ix_orders_deposits",
    "ALTER TABLE orders DROP COLUMN deposit_currency",
    "ALTER TABLE orders DROP COLUMN deposit_minor",
];
