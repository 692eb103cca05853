//! A client can have rates and offers of its own.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "ALTER TABLE clients ADD COLUMN rates text",
    "ALTER TABLE clients ADD COLUMN offers text",
];

const DOWN: &[&str] = &[
    "ALTER TABLE clients DROP COLUMN offers",
    "ALTER TABLE clients DROP COLUMN rates",
];
