//! Settings of an agent: delivery methods, tariffs, packagings, insurances, payment cards and working hours.

crate::helpers::migration!(up: UP, drop: DOWN);

const UP: &[&str] = &[
    "CREATE TABLE agent_settings (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      key text NOT NULL,
      value text NOT NULL,
      version bigint NOT NULL DEFAULT 1,
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_agent_settings_agent_id_key UNIQUE (agent_id, key)
    )",
    "CREATE TABLE delivery_methods (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      name text NOT NULL,
      days_min int CHECK (days_min >= 0),
      days_max int CHECK (days_max >= 0),
      position int NOT NULL DEFAULT 0,
      disabled_at {time},
      version bigint NOT NULL DEFAULT 1,
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_delivery_methods_agent_id_id UNIQUE (agent_id, id)
    )",
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
    "CREATE TABLE packagings (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      name text NOT NULL,
      price_minor bigint NOT NULL DEFAULT 0 CHECK (price_minor >= 0),
      currency text NOT NULL CHECK (length(currency) = 3),
      weight_grams bigint NOT NULL DEFAULT 0 CHECK (weight_grams >= 0),
      position int NOT NULL DEFAULT 0,
      disabled_at {time},
      version bigint NOT NULL DEFAULT 1,
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_packagings_agent_id_id UNIQUE (agent_id, id)
    )",
    "CREATE TABLE insurances (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      name text NOT NULL,
      percent text NOT NULL,
      minimum_minor bigint NOT NULL DEFAULT 0 CHECK (minimum_minor >= 0),
      currency text NOT NULL CHECK (length(currency) = 3),
      position int NOT NULL DEFAULT 0,
      disabled_at {time},
      version bigint NOT NULL DEFAULT 1,
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_insurances_agent_id_id UNIQUE (agent_id, id)
    )",
    "CREATE TABLE transport_companies (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      name text NOT NULL,
      tracking_url text,
      position int NOT NULL DEFAULT 0,
      disabled_at {time},
      version bigint NOT NULL DEFAULT 1,
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_transport_companies_agent_id_id UNIQUE (agent_id, id)
    )",
    "CREATE TABLE pickup_points (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      name text NOT NULL,
      country text NOT NULL CHECK (length(country) = 2),
      city text NOT NULL,
      address text NOT NULL,
      phone text,
      position int NOT NULL DEFAULT 0,
      disabled_at {time},
      version bigint NOT NULL DEFAULT 1,
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_pickup_points_agent_id_id UNIQUE (agent_id, id)
    )",
    "CREATE TABLE working_hours (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      weekday int NOT NULL CHECK (weekday BETWEEN 1 AND 7),
      opens text NOT NULL,
      closes text NOT NULL,
      position int NOT NULL DEFAULT 0,
      disabled_at {time},
      version bigint NOT NULL DEFAULT 1,
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_working_hours_agent_id_id UNIQUE (agent_id, id)
    )",
    "CREATE TABLE payment_cards (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      bank text NOT NULL,
      holder text NOT NULL,
      number text NOT NULL,
      currency text NOT NULL CHECK (length(currency) = 3),
      position int NOT NULL DEFAULT 0,
      disabled_at {time},
      version bigint NOT NULL DEFAULT 1,
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_payment_cards_agent_id_id UNIQUE (agent_id, id)
    )",
    "CREATE TABLE purchasing_accounts (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      marketplace text NOT NULL,
      login text NOT NULL,
      comment text NOT NULL DEFAULT '',
      position int NOT NULL DEFAULT 0,
      disabled_at {time},
      version bigint NOT NULL DEFAULT 1,
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_purchasing_accounts_agent_id_id UNIQUE (agent_id, id)
    )",
];

const DOWN: &[&str] = &[
    "purchasing_accounts",
    "payment_cards",
    "working_hours",
    "pickup_points",
    "transport_companies",
    "insurances",
    "packagings",
    "delivery_tariffs",
    "delivery_methods",
    "agent_settings",
];
