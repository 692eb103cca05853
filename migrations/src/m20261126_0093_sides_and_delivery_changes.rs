//! Shipments keep the sides of a place, and the history of a cargo delivery has changes of its details.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "ALTER TABLE shipments ADD COLUMN length_mm bigint",
    "ALTER TABLE shipments ADD COLUMN width_mm bigint",
    "ALTER TABLE shipments ADD COLUMN height_mm bigint",
    "ALTER TABLE delivery_history ADD COLUMN changes text",
];

const DOWN: &[&str] = &[
    "ALTER TABLE delivery_history DROP COLUMN changes",
    "ALTER TABLE shipments DROP COLUMN height_mm",
    "ALTER TABLE shipments DROP COLUMN width_mm",
    "ALTER TABLE shipments DROP COLUMN length_mm",
];
