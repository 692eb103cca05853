//! The history of cash boxes: who renamed one, gave it to another person, or archived it.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "CREATE TABLE cash_box_changes (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      box_id bigint NOT NULL,
      event text NOT NULL CHECK (event IN ('created', 'changed', 'archived', 'restored')),
      changes text NOT NULL,
      actor_user_id bigint REFERENCES users (id) ON DELETE SET NULL,
      actor_name text NOT NULL,
      created_at {time} NOT NULL {now},
      CONSTRAINT fk_cash_box_changes_box FOREIGN KEY (agent_id, box_id) REFERENCES cash_boxes (agent_id, id)
    )",
    "CREATE INDEX ix_cash_box_changes_box ON cash_box_changes (agent_id, box_id, id)",
    "CREATE INDEX ix_cash_box_changes_actor_user_id ON cash_box_changes (actor_user_id)",
];

const DOWN: &[&str] = &["DROP TABLE cash_box_changes"];
