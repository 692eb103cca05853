//! The carrier's charge for a delivery is split over its shipments.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "ALTER TABLE deliveries ADD COLUMN cost_split text NOT NULL DEFAULT 'weight' CONSTRAINT ck_deliveries_cost_split \
     CHECK (cost_split IN ('weight', 'volume', 'places'))",
    "ALTER TABLE shipments ADD COLUMN freight_minor bigint",
    "ALTER TABLE shipments ADD COLUMN freight_currency text",
    "ALTER TABLE shipments ADD COLUMN freight_rub_minor bigint",
];

const DOWN: &[&str] = &[
    "ALTER TABLE shipments DROP COLUMN freight_rub_minor",
    "ALTER TABLE shipments DROP COLUMN freight_currency",
    "ALTER TABLE shipments DROP COLUMN freight_minor",
    "ALTER TABLE deliveries DROP COLUMN cost_split",
];
