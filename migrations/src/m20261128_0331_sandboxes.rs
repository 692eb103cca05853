//! Agents whose data is made up: test keys work there, and nowhere else.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &["ALTER TABLE agents ADD COLUMN is_sandbox boolean NOT NULL DEFAULT false"];

const DOWN: &[&str] = &["ALTER TABLE agents DROP COLUMN is_sandbox"];
