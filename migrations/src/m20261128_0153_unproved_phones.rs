//! People who registered by e-mail have typed a phone number and not proved it.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &["ALTER TABLE users ADD COLUMN phone_unproved_at {time}"];

const DOWN: &[&str] = &["ALTER TABLE users DROP COLUMN phone_unproved_at"];
