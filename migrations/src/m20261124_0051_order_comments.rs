//! The client's comment on a whole order.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "ALTER TABLE orders ADD COLUMN comment text NOT NULL DEFAULT '' CONSTRAINT ck_orders_comment CHECK (length(comment) <= 2000)",
];

const DOWN: &[&str] = &["ALTER TABLE orders DROP COLUMN comment"];
