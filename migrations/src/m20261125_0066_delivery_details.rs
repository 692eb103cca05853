//! Cargo deliveries have a carrier, a route, a cost and the date on which they are expected.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "ALTER TABLE deliveries ADD COLUMN carrier text",
    "ALTER TABLE deliveries ADD COLUMN route text",
    "ALTER TABLE deliveries ADD COLUMN cost_minor bigint",
    "ALTER TABLE deliveries ADD COLUMN cost_currency text",
    "ALTER TABLE deliveries ADD COLUMN expected_on date",
];

const DOWN: &[&str] = &[
    "ALTER TABLE deliveries DROP COLUMN expected_on",
    "ALTER TABLE deliveries DROP COLUMN cost_currency",
    "ALTER TABLE deliveries DROP COLUMN cost_minor",
    "ALTER TABLE deliveries DROP COLUMN route",
    "ALTER TABLE deliveries DROP COLUMN carrier",
];
