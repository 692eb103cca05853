//! An index of confirmed statement lines by their amount, with which the key begins.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &["CREATE INDEX ix_statement_lines_amount ON statement_lines (agent_id, substr(line_key, 1, 8))"];

const DOWN: &[&str] = &["DROP INDEX ix_statement_lines_amount"];
