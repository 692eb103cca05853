//! The close of the day in a cash box: what was counted, and what the book said.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "ALTER TABLE cash_boxes ADD COLUMN closed_through date",
    "CREATE TABLE cash_closings (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      box_id bigint NOT NULL,
      day date NOT NULL,
      currency text NOT NULL CHECK (length(currency) = 3),
      expected_minor bigint NOT NULL,
      counted_minor bigint NOT NULL,
      note text NOT NULL DEFAULT '',
      actor_user_id bigint REFERENCES users (id) ON DELETE SET NULL,
      actor_name text NOT NULL,
      created_at {time} NOT NULL {now},
      reopened_at {time},
      reopened_by_user_id bigint REFERENCES users (id) ON DELETE SET NULL,
      reopened_by_name text,
      reopen_reason text,
      CONSTRAINT uq_cash_closings_agent_id_id UNIQUE (agent_id, id),
      CONSTRAINT ck_cash_closings_reopened CHECK ((reopened_at IS NULL) = (reopened_by_name IS NULL)
        AND (reopened_at IS NULL) = (reopen_reason IS NULL)),
      CONSTRAINT fk_cash_closings_box FOREIGN KEY (agent_id, box_id) REFERENCES cash_boxes (agent_id, id)
    )",
    "CREATE UNIQUE INDEX uq_cash_closings_day ON cash_closings (agent_id, box_id, day) WHERE reopened_at IS NULL",
    "CREATE INDEX ix_cash_closings_box ON cash_closings (agent_id, box_id, id)",
    "CREATE INDEX ix_cash_closings_actor_user_id ON cash_closings (actor_user_id)",
    "CREATE INDEX ix_cash_closings_reopened_by_user_id ON cash_closings (reopened_by_user_id)",
];

const DOWN: &[&str] = &[
    "DROP TABLE cash_closings",
    "ALTER TABLE cash_boxes DROP COLUMN closed_through",
];
