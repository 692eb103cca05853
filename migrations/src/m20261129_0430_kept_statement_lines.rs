//! Lines of bank statements are kept with their texts until they are used or ignored, and their changes are recorded.
//!
//! The table of confirmed lines becomes the table of all lines. A replica of the previous version can't confirm lines meanwhile.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "CREATE TABLE confirmed_lines AS \
      SELECT l.agent_id, l.request_id, l.line_key, l.created_at, \
      coalesce(r.confirmed_minor, r.amount_minor) AS amount_minor, r.currency \
      FROM statement_lines l JOIN balance_requests r ON r.agent_id = l.agent_id AND r.id = l.request_id",
    "DROP TABLE statement_lines",
    "CREATE TABLE statement_lines (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      line_key text NOT NULL CHECK (length(line_key) = 64),
      state text NOT NULL CHECK (state IN ('open', 'used', 'ignored')),
      content text NOT NULL,
      search_text text NOT NULL,
      amounts text NOT NULL,
      amount_minor bigint NOT NULL CHECK (amount_minor > 0),
      used_minor bigint NOT NULL DEFAULT 0,
      currency text,
      booked_on date,
      is_doubtful boolean NOT NULL DEFAULT false,
      similar_id bigint,
      reason text,
      added_by_name text NOT NULL,
      created_at {time} NOT NULL {now},
      updated_at {time} NOT NULL {now},
      CONSTRAINT uq_statement_lines_agent_id_line_key UNIQUE (agent_id, line_key),
      CONSTRAINT uq_statement_lines_agent_id_id UNIQUE (agent_id, id),
      CONSTRAINT ck_statement_lines_used_minor CHECK (used_minor BETWEEN 0 AND amount_minor),
      CONSTRAINT ck_statement_lines_state CHECK ((state = 'used') = (used_minor = amount_minor)),
      CONSTRAINT ck_statement_lines_reason CHECK ((state = 'ignored') = (reason IS NOT NULL)),
      CONSTRAINT fk_statement_lines_similar FOREIGN KEY (agent_id, similar_id) REFERENCES statement_lines (agent_id, id)
    )",
    "CREATE INDEX ix_statement_lines_state ON statement_lines (agent_id, state, id)",
    "CREATE INDEX ix_statement_lines_amount ON statement_lines (agent_id, substr(line_key, 1, 8))",
    "CREATE INDEX ix_statement_lines_similar ON statement_lines (agent_id, similar_id) WHERE similar_id IS NOT NULL",
    "CREATE TABLE statement_line_changes (
      {id},
      agent_id bigint NOT NULL,
      line_id bigint NOT NULL,
      kind text NOT NULL CHECK (kind IN ('credited', 'taken_back', 'ignored', 'restored')),
      request_id bigint,
      amount_minor bigint,
      reason text,
      actor_user_id bigint REFERENCES users (id) ON DELETE SET NULL,
      actor_name text NOT NULL,
      created_at {time} NOT NULL {now},
      CONSTRAINT ck_statement_line_changes_request
        CHECK ((kind IN ('credited', 'taken_back')) = (request_id IS NOT NULL AND amount_minor IS NOT NULL)),
      CONSTRAINT fk_statement_line_changes_line FOREIGN KEY (agent_id, line_id)
        REFERENCES statement_lines (agent_id, id) ON DELETE CASCADE,
      CONSTRAINT fk_statement_line_changes_request FOREIGN KEY (agent_id, request_id)
        REFERENCES balance_requests (agent_id, id) ON DELETE CASCADE
    )",
    "CREATE INDEX ix_statement_line_changes_line ON statement_line_changes (agent_id, line_id, id)",
    "CREATE INDEX ix_statement_line_changes_request ON statement_line_changes (agent_id, request_id, id)",
    "CREATE INDEX ix_statement_line_changes_actor_user_id ON statement_line_changes (actor_user_id)",
    "INSERT INTO statement_lines (agent_id, line_key, state, content, search_text, amounts, amount_minor, used_minor, currency, \
      added_by_name, created_at, updated_at) \
      SELECT agent_id, line_key, 'used', '', '', '[' || amount_minor || ']', amount_minor, amount_minor, currency, '', created_at, \
      created_at FROM confirmed_lines",
    "INSERT INTO statement_line_changes (agent_id, line_id, kind, request_id, amount_minor, actor_name, created_at) \
      SELECT c.agent_id, l.id, 'credited', c.request_id, c.amount_minor, '', c.created_at \
      FROM confirmed_lines c JOIN statement_lines l ON l.agent_id = c.agent_id AND l.line_key = c.line_key",
    "DROP TABLE confirmed_lines",
];

const DOWN: &[&str] = &[
    "CREATE TABLE confirmed_lines AS \
      SELECT l.agent_id, c.request_id, l.line_key, c.created_at FROM statement_lines l \
      JOIN statement_line_changes c ON c.agent_id = l.agent_id AND c.line_id = l.id AND c.kind = 'credited' \
      JOIN balance_requests r ON r.agent_id = c.agent_id AND r.id = c.request_id AND r.status = 'confirmed' \
      WHERE c.id = (SELECT max(last.id) FROM statement_line_changes last \
      WHERE last.agent_id = l.agent_id AND last.line_id = l.id AND last.kind = 'credited')",
    "DROP TABLE statement_line_changes",
    "DROP TABLE statement_lines",
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
    "CREATE INDEX ix_statement_lines_amount ON statement_lines (agent_id, substr(line_key, 1, 8))",
    "INSERT INTO statement_lines (agent_id, request_id, line_key, created_at) \
      SELECT agent_id, request_id, line_key, created_at FROM confirmed_lines",
    "DROP TABLE confirmed_lines",
];
