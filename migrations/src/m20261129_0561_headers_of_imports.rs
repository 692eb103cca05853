//! The headers of imported sheets, by which the columns of the next sheet are known.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "ALTER TABLE imports ADD COLUMN header_key text",
    "CREATE INDEX ix_imports_agent_id_header_key ON imports (agent_id, header_key) WHERE header_key IS NOT NULL",
];

const DOWN: &[&str] = &[
    "DROP INDEX ix_imports_agent_id_header_key",
    "ALTER TABLE imports DROP COLUMN header_key",
];
