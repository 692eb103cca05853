//! How tariffs round the charged weight, and the bracket of a density that equals a bound. Earlier tariffs keep their prices.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "ALTER TABLE delivery_tariffs ADD COLUMN weight_step_grams bigint NOT NULL DEFAULT 1 CHECK (weight_step_grams > 0)",
    "ALTER TABLE delivery_tariffs ADD COLUMN density_bound text NOT NULL DEFAULT 'above' \
      CHECK (density_bound IN ('above', 'below'))",
];

const DOWN: &[&str] = &[
    "ALTER TABLE delivery_tariffs DROP COLUMN density_bound",
    "ALTER TABLE delivery_tariffs DROP COLUMN weight_step_grams",
];
