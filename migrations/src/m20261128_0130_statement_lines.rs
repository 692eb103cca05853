//! Lines of bank statements that were confirmed as top-ups, so that none is credited twice.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "DROP INDEX ix_balance_requests_agent_id_id",
    "CREATE UNIQUE INDEX uq_balance_requests_agent_id_id ON balance_requests (agent_id, id)",
    "CREATE TABLE statement_lines (
      {id},
      agent_id bigint NOT NULL,
      request_id bigint NOT NULL,
      line_key text NOT NULL CHECK (length(line_key) = 64),
      created_at {time} NOT NULL {now},
      CONSTRAINT uq_statement_lines_agent_id_line_key UNIQUE (agent_id, line_key),
      CONSTRAINT fk_statement_lines_request FOREIGN KEY (agent_id, request_id)
        REFERENCES balance_requests (agent_id, id) ON DELETE CASCADE
    )",
    "CREATE INDEX ix_statement_lines_request ON statement_lines (agent_id, request_id)",
];

const DOWN: &[&str] = &[
    "DROP TABLE statement_lines",
    "DROP INDEX uq_balance_requests_agent_id_id",
    "CREATE INDEX ix_balance_requests_agent_id_id ON balance_requests (agent_id, id)",
];
