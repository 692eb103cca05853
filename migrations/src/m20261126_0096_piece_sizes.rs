//! The size of one piece as the shop states it.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &["ALTER TABLE order_items ADD COLUMN unit_size_mm text"];

const DOWN: &[&str] = &["ALTER TABLE order_items DROP COLUMN unit_size_mm"];
