//! Webhooks of agents and clients, and the deliveries of events to them.

crate::helpers::migration!(up: UP, drop: &["webhook_deliveries", "webhooks"]);

const UP: &[&str] = &[
    "CREATE TABLE webhooks (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      client_id bigint,
      name text NOT NULL,
      url text NOT NULL,
      types text NOT NULL,
      is_active boolean NOT NULL,
      disabled_reason text CHECK (disabled_reason IN ('person', 'failures', 'gone', 'receiver')),
      disabled_at {time},
      secret text NOT NULL,
      secret_hint text NOT NULL,
      previous_secret text,
      previous_secret_until {time},
      sent_sequence bigint NOT NULL CHECK (sent_sequence >= 0),
      sending_until {time},
      failing_since {time},
      warned_at {time},
      last_success_at {time},
      version bigint NOT NULL,
      created_at {time} NOT NULL,
      updated_at {time} NOT NULL,
      CONSTRAINT uq_webhooks_agent_id_id UNIQUE (agent_id, id),
      CONSTRAINT ck_webhooks_disabled CHECK (is_active = (disabled_at IS NULL)),
      CONSTRAINT fk_webhooks_client FOREIGN KEY (agent_id, client_id) REFERENCES clients (agent_id, id) ON DELETE CASCADE
    )",
    "CREATE INDEX ix_webhooks_agent_id ON webhooks (agent_id, client_id)",
    "CREATE TABLE webhook_deliveries (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint,
      webhook_id bigint NOT NULL,
      event_key text NOT NULL,
      event_type text NOT NULL,
      body text NOT NULL,
      state text NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed')),
      attempts integer NOT NULL CHECK (attempts >= 0),
      next_attempt_at {time},
      answer_status integer,
      answer text,
      error text,
      duration_ms bigint,
      delivered_at {time},
      created_at {time} NOT NULL,
      CONSTRAINT uq_webhook_deliveries_webhook_id_event_key UNIQUE (webhook_id, event_key),
      CONSTRAINT ck_webhook_deliveries_next CHECK ((state = 'waiting') = (next_attempt_at IS NOT NULL)),
      CONSTRAINT fk_webhook_deliveries_webhook FOREIGN KEY (agent_id, webhook_id) \
        REFERENCES webhooks (agent_id, id) ON DELETE CASCADE
    )",
    "CREATE INDEX ix_webhook_deliveries_webhook_id ON webhook_deliveries (webhook_id, id)",
    "CREATE INDEX ix_webhook_deliveries_waiting ON webhook_deliveries (webhook_id, next_attempt_at) WHERE state = 'waiting'",
    "CREATE INDEX ix_webhook_deliveries_created_at ON webhook_deliveries (created_at)",
];
