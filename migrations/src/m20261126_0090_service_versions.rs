//! The agent's setting of a service has a version, so that a stale change of its price is refused.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &["ALTER TABLE agent_service_settings ADD COLUMN version bigint NOT NULL DEFAULT 1"];

const DOWN: &[&str] = &["ALTER TABLE agent_service_settings DROP COLUMN version"];
