//! Who uploaded the file of an import: this person sees its prices.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &["ALTER TABLE imports ADD COLUMN actor_user_id bigint REFERENCES users (id) ON DELETE SET NULL"];

const DOWN: &[&str] = &["ALTER TABLE imports DROP COLUMN actor_user_id"];
