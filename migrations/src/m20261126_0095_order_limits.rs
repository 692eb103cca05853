//! A client can have limits of its own for orders that it has not paid.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &["ALTER TABLE clients ADD COLUMN limits text"];

const DOWN: &[&str] = &["ALTER TABLE clients DROP COLUMN limits"];
