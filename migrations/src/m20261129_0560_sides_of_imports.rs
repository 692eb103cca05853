//! The side that uploaded an import: staff import items into submitted orders.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &["ALTER TABLE imports ADD COLUMN side text NOT NULL DEFAULT 'client'"];

const DOWN: &[&str] = &["ALTER TABLE imports DROP COLUMN side"];
