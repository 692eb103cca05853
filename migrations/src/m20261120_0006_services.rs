//! Item services with their prices, media and upload links.

crate::helpers::migration!(up: UP, drop: DOWN);

pub(crate) const UP: &[&str] = &[
    "CREATE TABLE services (
      {id},
      agent_id bigint REFERENCES agents (id) ON DELETE CASCADE,
      code text NOT NULL,
      name text NOT NULL,
      name_i18n text NOT NULL DEFAULT '{}',
      icon text NOT NULL DEFAULT '',
      media_kind text NOT NULL CHECK (media_kind IN ('photo', 'video', 'none')),
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now}
    )",
    "CREATE UNIQUE INDEX uq_services_system_code ON services (code) WHERE agent_id IS NULL",
    "CREATE UNIQUE INDEX uq_services_agent_id_code ON services (agent_id, code) WHERE agent_id IS NOT NULL",
    "CREATE TABLE agent_service_settings (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      service_id bigint NOT NULL REFERENCES services (id) ON DELETE CASCADE,
      enabled boolean NOT NULL DEFAULT false,
      mode text NOT NULL DEFAULT 'free' CHECK (mode IN ('free', 'paid')),
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_agent_service_settings_agent_id_service_id UNIQUE (agent_id, service_id)
    )",
    "CREATE TABLE agent_service_prices (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      service_id bigint NOT NULL REFERENCES services (id) ON DELETE CASCADE,
      currency text NOT NULL CHECK (length(currency) = 3),
      price_minor bigint NOT NULL CHECK (price_minor >= 0),
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_agent_service_prices_agent_id_service_id_currency UNIQUE (agent_id, service_id, currency)
    )",
    "CREATE TABLE order_item_services (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      item_id bigint NOT NULL,
      service_id bigint NOT NULL REFERENCES services (id),
      status text NOT NULL CHECK (status IN ('ordered', 'rendered', 'canceled')),
      qty int NOT NULL DEFAULT 1 CHECK (qty > 0),
      free boolean NOT NULL DEFAULT false,
      unit_price_minor bigint NOT NULL DEFAULT 0 CHECK (unit_price_minor >= 0),
      currency text NOT NULL CHECK (length(currency) = 3),
      paid_amount_minor bigint NOT NULL DEFAULT 0 CHECK (paid_amount_minor >= 0),
      comment text NOT NULL DEFAULT '',
      measured text,
      rendered_at {time},
      rendered_by bigint,
      canceled_at {time},
      version bigint NOT NULL DEFAULT 1,
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_order_item_services_tenant_id UNIQUE (agent_id, client_id, id),
      CONSTRAINT fk_order_item_services_item FOREIGN KEY (agent_id, client_id, item_id) \
      REFERENCES order_items (agent_id, client_id, id) ON DELETE CASCADE,
      CONSTRAINT fk_order_item_services_rendered_by FOREIGN KEY (agent_id, rendered_by) REFERENCES staff (agent_id, id)
    )",
    "CREATE INDEX ix_order_item_services_item_id ON order_item_services (item_id)",
    "CREATE TABLE service_media (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      order_item_service_id bigint,
      order_item_id bigint,
      extra_photo boolean NOT NULL DEFAULT false,
      kind text NOT NULL CHECK (kind IN ('photo', 'video')),
      path text NOT NULL,
      bytes bigint NOT NULL DEFAULT 0 CHECK (bytes >= 0),
      hidden_from_client boolean NOT NULL DEFAULT false,
      uploaded_via text NOT NULL CHECK (uploaded_via IN ('desktop', 'phone')),
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT ck_service_media_owner CHECK ((order_item_service_id IS NULL) <> (order_item_id IS NULL)),
      CONSTRAINT fk_service_media_service FOREIGN KEY (agent_id, client_id, order_item_service_id) \
      REFERENCES order_item_services (agent_id, client_id, id) ON DELETE CASCADE,
      CONSTRAINT fk_service_media_item FOREIGN KEY (agent_id, client_id, order_item_id) \
      REFERENCES order_items (agent_id, client_id, id) ON DELETE CASCADE
    )",
    "CREATE TABLE service_upload_tokens (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      token_hash text NOT NULL CONSTRAINT uq_service_upload_tokens_token_hash UNIQUE,
      order_item_service_id bigint,
      order_item_id bigint,
      kind text NOT NULL CHECK (kind IN ('photo', 'video')),
      expires_at {time} NOT NULL,
      finished_at {time},
      created_at {time} NOT NULL {now},
      CONSTRAINT ck_service_upload_tokens_owner CHECK ((order_item_service_id IS NULL) <> (order_item_id IS NULL)),
      CONSTRAINT fk_service_upload_tokens_service FOREIGN KEY (agent_id, client_id, order_item_service_id) \
      REFERENCES order_item_services (agent_id, client_id, id) ON DELETE CASCADE,
      CONSTRAINT fk_service_upload_tokens_item FOREIGN KEY (agent_id, client_id, order_item_id) \
      REFERENCES order_items (agent_id, client_id, id) ON DELETE CASCADE
    )",
];

const DOWN: &[&str] = &[
    "service_upload_tokens",
    "service_media",
    "order_item_services",
    "agent_service_prices",
    "agent_service_settings",
    "services",
];
