//! Chat files that are uploaded before their message is sent, with the user who uploaded them.

crate::helpers::migration!(up: UP, down: DOWN);

// No code wrote to the table before, so it is replaced.
const UP: &[&str] = &[
    "DROP TABLE chat_files",
    "CREATE TABLE chat_files (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      order_id bigint NOT NULL,
      message_id bigint,
      side text NOT NULL CHECK (side IN ('client', 'staff')),
      user_id bigint REFERENCES users (id) ON DELETE SET NULL,
      name text NOT NULL,
      path text NOT NULL CONSTRAINT uq_chat_files_path UNIQUE,
      width int,
      height int,
      bytes bigint NOT NULL CHECK (bytes > 0),
      created_at {time} NOT NULL {now},
      CONSTRAINT ck_chat_files_picture CHECK ((width IS NULL) = (height IS NULL)),
      CONSTRAINT fk_chat_files_order FOREIGN KEY (agent_id, client_id, order_id) \
      REFERENCES orders (agent_id, client_id, id) ON DELETE CASCADE,
      CONSTRAINT fk_chat_files_message FOREIGN KEY (agent_id, client_id, message_id) \
      REFERENCES chat_messages (agent_id, client_id, id) ON DELETE CASCADE
    )",
    "CREATE INDEX ix_chat_files_message_id ON chat_files (message_id)",
    "CREATE INDEX ix_chat_files_waiting ON chat_files (order_id, user_id) WHERE message_id IS NULL",
    "ALTER TABLE chat_messages ADD COLUMN has_files boolean NOT NULL DEFAULT false",
];

const DOWN: &[&str] = &[
    "ALTER TABLE chat_messages DROP COLUMN has_files",
    "DROP TABLE chat_files",
    "CREATE TABLE chat_files (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      message_id bigint NOT NULL,
      name text NOT NULL,
      path text NOT NULL,
      media_type text NOT NULL,
      bytes bigint NOT NULL CHECK (bytes >= 0),
      created_at {time} NOT NULL {now},
      CONSTRAINT fk_chat_files_message FOREIGN KEY (agent_id, client_id, message_id) \
      REFERENCES chat_messages (agent_id, client_id, id) ON DELETE CASCADE
    )",
];
