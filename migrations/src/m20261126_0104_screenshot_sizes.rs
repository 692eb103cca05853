//! The sizes of screenshots of product pages, which count towards the storage of an agent's plan. Those of earlier screenshots are
//! not known.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "ALTER TABLE order_items ADD COLUMN proof_bytes bigint CHECK (proof_bytes > 0)",
    "CREATE INDEX ix_order_items_proof_bytes ON order_items (agent_id, proof_path, proof_bytes) WHERE proof_bytes IS NOT NULL",
];

const DOWN: &[&str] = &[
    "DROP INDEX ix_order_items_proof_bytes",
    "ALTER TABLE order_items DROP COLUMN proof_bytes",
];
