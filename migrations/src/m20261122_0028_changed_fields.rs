//! The changed fields of an order's history row, as structured data instead of a sentence with column names.

crate::helpers::migration!(
    up: &["ALTER TABLE order_history ADD COLUMN changes text"],
    down: &["ALTER TABLE order_history DROP COLUMN changes"]
);
