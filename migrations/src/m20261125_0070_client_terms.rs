//! A client can have a commission of its own, and keeps a history of the changes by staff.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "ALTER TABLE clients ADD COLUMN commission text",
    "CREATE TABLE client_history (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      event text NOT NULL,
      changes text NOT NULL,
      actor_user_id bigint REFERENCES users (id) ON DELETE SET NULL,
      actor_name text NOT NULL DEFAULT '',
      created_at {time} NOT NULL {now},
      CONSTRAINT fk_client_history_client FOREIGN KEY (agent_id, client_id) REFERENCES clients (agent_id, id) ON DELETE CASCADE
    )",
    "CREATE INDEX ix_client_history_client_id ON client_history (agent_id, client_id, id)",
    "CREATE INDEX ix_client_history_actor_user_id ON client_history (actor_user_id)",
];

const DOWN: &[&str] = &[
    "DROP TABLE client_history",
    "ALTER TABLE clients DROP COLUMN commission",
];
