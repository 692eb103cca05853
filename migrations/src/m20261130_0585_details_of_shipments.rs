//! The history of a shipment has changes of its fields.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &["ALTER TABLE shipment_history ADD COLUMN details text"];

const DOWN: &[&str] = &["ALTER TABLE shipment_history DROP COLUMN details"];
