//! Prices of several pieces, as shops state them (100 yuan for 100 pieces), and the smallest quantity that a shop sells.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "ALTER TABLE order_items ADD COLUMN price_per int NOT NULL DEFAULT 1 CHECK (price_per > 0)",
    "ALTER TABLE order_items ADD COLUMN agent_price_per int CHECK (agent_price_per > 0)",
    "ALTER TABLE order_items ADD COLUMN min_quantity int CHECK (min_quantity > 0)",
];

const DOWN: &[&str] = &[
    "ALTER TABLE order_items DROP COLUMN min_quantity",
    "ALTER TABLE order_items DROP COLUMN agent_price_per",
    "ALTER TABLE order_items DROP COLUMN price_per",
];
