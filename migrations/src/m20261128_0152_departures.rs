//! Staff who leave keep their row, so that past figures stay theirs, and what they hand over is recorded.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "ALTER TABLE staff ADD COLUMN removed_at {time}",
    "CREATE TABLE work_handovers (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      staff_id bigint NOT NULL,
      order_id bigint,
      client_id bigint,
      created_at {time} NOT NULL {now},
      CONSTRAINT fk_work_handovers_staff FOREIGN KEY (agent_id, staff_id) REFERENCES staff (agent_id, id),
      CONSTRAINT fk_work_handovers_order FOREIGN KEY (agent_id, order_id) REFERENCES orders (agent_id, id) ON DELETE CASCADE,
      CONSTRAINT fk_work_handovers_client FOREIGN KEY (agent_id, client_id) REFERENCES clients (agent_id, id) ON DELETE CASCADE,
      CHECK ((order_id IS NULL) <> (client_id IS NULL))
    )",
    "CREATE INDEX ix_work_handovers_order ON work_handovers (agent_id, order_id, id)",
    "CREATE INDEX ix_work_handovers_client ON work_handovers (agent_id, client_id, id)",
];

const DOWN: &[&str] = &["DROP TABLE work_handovers", "ALTER TABLE staff DROP COLUMN removed_at"];
