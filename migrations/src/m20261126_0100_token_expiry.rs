//! An extension token can have an expiry.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &["ALTER TABLE extension_tokens ADD COLUMN expires_at {time}"];

const DOWN: &[&str] = &["ALTER TABLE extension_tokens DROP COLUMN expires_at"];
