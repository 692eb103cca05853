//! Where receipts of online payments are sent, and the receipts of services that were rendered.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "ALTER TABLE service_payments ADD COLUMN receipt_email text",
    "ALTER TABLE service_payments ADD COLUMN settled_minor bigint NOT NULL DEFAULT 0 CHECK (settled_minor >= 0)",
    "CREATE TABLE settlement_receipts (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      payment_id bigint NOT NULL REFERENCES service_payments (id) ON DELETE CASCADE,
      month text NOT NULL,
      amount_minor bigint NOT NULL CHECK (amount_minor > 0),
      provider_id text,
      registered_at {time},
      failed_at {time},
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_settlement_receipts_month UNIQUE (payment_id, month)
    )",
    "CREATE INDEX ix_settlement_receipts_agent_id ON settlement_receipts (agent_id, id)",
    "CREATE INDEX ix_settlement_receipts_waiting ON settlement_receipts (id) \
     WHERE registered_at IS NULL AND failed_at IS NULL",
];

const DOWN: &[&str] = &[
    "DROP TABLE settlement_receipts",
    "ALTER TABLE service_payments DROP COLUMN settled_minor",
    "ALTER TABLE service_payments DROP COLUMN receipt_email",
];
