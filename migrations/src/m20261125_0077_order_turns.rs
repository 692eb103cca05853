//! The turns by which orders are assigned to staff.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "CREATE TABLE order_turns (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      order_id bigint NOT NULL,
      staff_id bigint NOT NULL,
      created_at {time} NOT NULL {now},
      CONSTRAINT fk_order_turns_order FOREIGN KEY (agent_id, client_id, order_id) \
        REFERENCES orders (agent_id, client_id, id) ON DELETE CASCADE,
      CONSTRAINT fk_order_turns_staff FOREIGN KEY (agent_id, staff_id) REFERENCES staff (agent_id, id) ON DELETE CASCADE
    )",
    "CREATE INDEX ix_order_turns_staff_id ON order_turns (agent_id, staff_id, id)",
    "CREATE INDEX ix_order_turns_order_id ON order_turns (agent_id, client_id, order_id)",
];

const DOWN: &[&str] = &["DROP TABLE order_turns"];
