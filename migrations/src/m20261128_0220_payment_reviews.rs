//! Online payments that the provider shows with another amount wait for the decision of the operator.

crate::helpers::migration!(up: UP, down: DOWN);

// SQLite can't change the condition of a column, so the column is replaced.
const UP: &[&str] = &[
    "DROP INDEX ix_service_payments_pending",
    "ALTER TABLE service_payments ADD COLUMN state text NOT NULL DEFAULT 'pending' \
     CHECK (state IN ('pending', 'review', 'succeeded', 'canceled', 'refunded'))",
    "UPDATE service_payments SET state = status",
    "ALTER TABLE service_payments DROP COLUMN status",
    "ALTER TABLE service_payments RENAME COLUMN state TO status",
    "CREATE INDEX ix_service_payments_pending ON service_payments (created_at) WHERE status = 'pending'",
    "ALTER TABLE service_payments ADD COLUMN provider_amount text",
    "ALTER TABLE service_payments ADD COLUMN credited_minor bigint CHECK (credited_minor > 0)",
];

const DOWN: &[&str] = &[
    "ALTER TABLE service_payments DROP COLUMN credited_minor",
    "ALTER TABLE service_payments DROP COLUMN provider_amount",
    "DROP INDEX ix_service_payments_pending",
    "ALTER TABLE service_payments ADD COLUMN state text NOT NULL DEFAULT 'pending' \
     CHECK (state IN ('pending', 'succeeded', 'canceled', 'refunded'))",
    "UPDATE service_payments SET state = CASE status WHEN 'review' THEN 'pending' ELSE status END",
    "ALTER TABLE service_payments DROP COLUMN status",
    "ALTER TABLE service_payments RENAME COLUMN state TO status",
    "CREATE INDEX ix_service_payments_pending ON service_payments (created_at) WHERE status = 'pending'",
];
