//! The fields of a captured item that a person corrected by hand.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &["ALTER TABLE order_items ADD COLUMN corrected text"];

const DOWN: &[&str] = &["ALTER TABLE order_items DROP COLUMN corrected"];
