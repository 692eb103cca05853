//! Tariffs with all brackets in one row, delivery options of orders and shipments, and saved filters.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    // No code wrote tariffs before this migration, so the table is replaced. A tariff is read and changed as a whole, so its
    // brackets are one value.
    "DROP TABLE delivery_tariffs",
    "CREATE TABLE delivery_tariffs (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      delivery_method_id bigint NOT NULL,
      country text NOT NULL CHECK (length(country) = 2),
      currency text NOT NULL CHECK (length(currency) = 3),
      minimum_minor bigint NOT NULL DEFAULT 0 CHECK (minimum_minor >= 0),
      volumetric_divisor bigint CHECK (volumetric_divisor > 0),
      brackets text NOT NULL,
      position int NOT NULL DEFAULT 0,
      disabled_at {time},
      version bigint NOT NULL DEFAULT 1,
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_delivery_tariffs_way UNIQUE (agent_id, delivery_method_id, country),
      CONSTRAINT fk_delivery_tariffs_method FOREIGN KEY (agent_id, delivery_method_id) \
      REFERENCES delivery_methods (agent_id, id) ON DELETE CASCADE
    )",
    // Both databases can add a column only with a single-column foreign key. The statement that sets it compares the agents.
    "ALTER TABLE orders ADD COLUMN delivery_method_id bigint REFERENCES delivery_methods (id)",
    "ALTER TABLE orders ADD COLUMN packaging_id bigint REFERENCES packagings (id)",
    "ALTER TABLE orders ADD COLUMN insurance_id bigint REFERENCES insurances (id)",
    "ALTER TABLE shipments ADD COLUMN transport_company_id bigint REFERENCES transport_companies (id)",
    "CREATE TABLE saved_filters (
      {id},
      agent_id bigint NOT NULL,
      staff_id bigint NOT NULL,
      name text NOT NULL,
      query text NOT NULL,
      shared boolean NOT NULL DEFAULT false,
      created_at {time} NOT NULL {now},
      CONSTRAINT uq_saved_filters_name UNIQUE (agent_id, staff_id, name),
      CONSTRAINT fk_saved_filters_staff FOREIGN KEY (agent_id, staff_id) REFERENCES staff (agent_id, id) ON DELETE CASCADE
    )",
];

const DOWN: &[&str] = &[
    "DROP TABLE saved_filters",
    "ALTER TABLE shipments DROP COLUMN transport_company_id",
    "ALTER TABLE orders DROP COLUMN insurance_id",
    "ALTER TABLE orders DROP COLUMN packaging_id",
    "ALTER TABLE orders DROP COLUMN delivery_method_id",
    "DROP TABLE delivery_tariffs",
    "CREATE TABLE delivery_tariffs (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      delivery_method_id bigint NOT NULL,
      country text NOT NULL CHECK (length(country) = 2),
      weight_from_grams bigint NOT NULL DEFAULT 0 CHECK (weight_from_grams >= 0),
      density_from_kg_m3 bigint NOT NULL DEFAULT 0 CHECK (density_from_kg_m3 >= 0),
      price_per_kg_minor bigint NOT NULL CHECK (price_per_kg_minor >= 0),
      minimum_minor bigint NOT NULL DEFAULT 0 CHECK (minimum_minor >= 0),
      currency text NOT NULL CHECK (length(currency) = 3),
      valid_from {time} NOT NULL {now},
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT fk_delivery_tariffs_method FOREIGN KEY (agent_id, delivery_method_id) \
      REFERENCES delivery_methods (agent_id, id) ON DELETE CASCADE
    )",
    "CREATE INDEX ix_delivery_tariffs_method ON delivery_tariffs (delivery_method_id, country, weight_from_grams)",
];
