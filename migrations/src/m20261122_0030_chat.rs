//! The side of chat read marks: a user can be staff of an agent and a member of the agent's client at the same time.

crate::helpers::migration!(up: UP, down: DOWN);

// No code wrote to the table before, so it is replaced.
const UP: &[&str] = &[
    "DROP TABLE chat_read_marks",
    "CREATE TABLE chat_read_marks (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      order_id bigint NOT NULL,
      side text NOT NULL CHECK (side IN ('client', 'staff')),
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      last_message_id bigint NOT NULL,
      updated_at {time} NOT NULL {now},
      CONSTRAINT uq_chat_read_marks_order_id_side_user_id UNIQUE (order_id, side, user_id),
      CONSTRAINT fk_chat_read_marks_order FOREIGN KEY (agent_id, client_id, order_id) \
      REFERENCES orders (agent_id, client_id, id) ON DELETE CASCADE
    )",
];

const DOWN: &[&str] = &[
    "DROP TABLE chat_read_marks",
    "CREATE TABLE chat_read_marks (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      order_id bigint NOT NULL,
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      last_message_id bigint NOT NULL,
      updated_at {time} NOT NULL {now},
      CONSTRAINT uq_chat_read_marks_order_id_user_id UNIQUE (order_id, user_id),
      CONSTRAINT fk_chat_read_marks_order FOREIGN KEY (agent_id, client_id, order_id) \
      REFERENCES orders (agent_id, client_id, id) ON DELETE CASCADE
    )",
];
