//! Web push: the key of the server, the subscriptions of browsers, and the messages to them.

crate::helpers::migration!(up: UP, drop: &["push_messages", "push_subscriptions", "push_keys"]);

const UP: &[&str] = &[
    "CREATE TABLE push_keys (
      {id},
      private_key text NOT NULL,
      created_at {time} NOT NULL {now},
      CONSTRAINT ck_push_keys_single CHECK (id = 1)
    )",
    "CREATE TABLE push_subscriptions (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      session_id bigint NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
      endpoint text NOT NULL,
      p256dh text NOT NULL,
      auth text NOT NULL,
      created_at {time} NOT NULL,
      updated_at {time} NOT NULL,
      CONSTRAINT uq_push_subscriptions_user_id_endpoint UNIQUE (user_id, endpoint)
    )",
    "CREATE INDEX ix_push_subscriptions_session_id ON push_subscriptions (session_id)",
    "CREATE INDEX ix_push_subscriptions_agent_id ON push_subscriptions (agent_id)",
    "CREATE TABLE push_messages (
      {id},
      subscription_id bigint NOT NULL REFERENCES push_subscriptions (id) ON DELETE CASCADE,
      body text NOT NULL,
      topic text NOT NULL,
      dedupe_key text NOT NULL CONSTRAINT uq_push_messages_dedupe_key UNIQUE,
      attempts int NOT NULL DEFAULT 0,
      expires_at {time} NOT NULL,
      sent_at {time},
      failed_at {time},
      last_error text,
      created_at {time} NOT NULL {now}
    )",
    "CREATE INDEX ix_push_messages_subscription_id ON push_messages (subscription_id)",
    "CREATE INDEX ix_push_messages_created_at ON push_messages (created_at)",
];
