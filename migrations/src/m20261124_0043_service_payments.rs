//! Online payments to the agents' service accounts, and the index by which a plan's orders of a month are counted.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "CREATE TABLE service_payments (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      user_id bigint NOT NULL REFERENCES users (id),
      amount_minor bigint NOT NULL CHECK (amount_minor > 0),
      refunded_minor bigint NOT NULL DEFAULT 0 CHECK (refunded_minor >= 0),
      status text NOT NULL CHECK (status IN ('pending', 'succeeded', 'canceled', 'refunded')),
      idempotence_key text NOT NULL CONSTRAINT uq_service_payments_idempotence_key UNIQUE,
      provider_id text CONSTRAINT uq_service_payments_provider_id UNIQUE,
      confirmation_url text,
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now}
    )",
    "CREATE INDEX ix_service_payments_agent_id_id ON service_payments (agent_id, id)",
    "CREATE INDEX ix_service_payments_user_id ON service_payments (user_id)",
    "CREATE INDEX ix_service_payments_pending ON service_payments (created_at) WHERE status = 'pending'",
    "CREATE INDEX ix_orders_agent_id_submitted_at ON orders (agent_id, submitted_at) WHERE submitted_at IS NOT NULL",
];

const DOWN: &[&str] = &[
    "DROP INDEX ix_orders_agent_id_submitted_at",
    "DROP TABLE service_payments",
];
