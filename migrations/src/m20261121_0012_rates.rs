//! A description of the source of a rate, and a unique key that stores each fetched rate once.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "ALTER TABLE rates ADD COLUMN detail text NOT NULL DEFAULT ''",
    "CREATE UNIQUE INDEX uq_rates_source_base_quote_fetched_at ON rates (source, base, quote, fetched_at)",
    "DROP INDEX ix_rates_source_base_quote_fetched_at",
];

const DOWN: &[&str] = &[
    "CREATE INDEX ix_rates_source_base_quote_fetched_at ON rates (source, base, quote, fetched_at)",
    "DROP INDEX uq_rates_source_base_quote_fetched_at",
    "ALTER TABLE rates DROP COLUMN detail",
];
