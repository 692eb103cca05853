//! Requests of clients to ship items from the warehouse.

crate::helpers::migration!(up: UP, drop: DOWN);

const UP: &[&str] = &[
    "CREATE TABLE shipping_requests (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      number text NOT NULL,
      status text NOT NULL CHECK (status IN ('open', 'confirmed', 'refused', 'withdrawn')),
      grouping text NOT NULL CHECK (grouping IN ('together', 'apart')),
      wishes text NOT NULL DEFAULT '' CHECK (length(wishes) <= 2000),
      recipient text,
      delivery_method_id bigint,
      answer text,
      version bigint NOT NULL DEFAULT 1,
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_shipping_requests_agent_id_number UNIQUE (agent_id, number),
      CONSTRAINT uq_shipping_requests_tenant_id UNIQUE (agent_id, client_id, id),
      CONSTRAINT fk_shipping_requests_client FOREIGN KEY (agent_id, client_id) REFERENCES clients (agent_id, id) ON DELETE CASCADE,
      CONSTRAINT fk_shipping_requests_method FOREIGN KEY (agent_id, delivery_method_id) REFERENCES delivery_methods (agent_id, id)
    )",
    "CREATE INDEX ix_shipping_requests_agent_id_status_id ON shipping_requests (agent_id, status, id)",
    "CREATE TABLE shipping_request_items (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      request_id bigint NOT NULL,
      item_id bigint NOT NULL,
      shipment_id bigint,
      released_at {time},
      created_at {time} NOT NULL {now},
      CONSTRAINT uq_shipping_request_items_item UNIQUE (request_id, item_id),
      CONSTRAINT fk_shipping_request_items_request FOREIGN KEY (agent_id, client_id, request_id) \
      REFERENCES shipping_requests (agent_id, client_id, id) ON DELETE CASCADE,
      CONSTRAINT fk_shipping_request_items_item FOREIGN KEY (agent_id, client_id, item_id) \
      REFERENCES order_items (agent_id, client_id, id) ON DELETE CASCADE,
      CONSTRAINT fk_shipping_request_items_shipment FOREIGN KEY (agent_id, client_id, shipment_id) \
      REFERENCES shipments (agent_id, client_id, id)
    )",
    "CREATE UNIQUE INDEX uq_shipping_request_items_open ON shipping_request_items (item_id) WHERE released_at IS NULL",
    "CREATE TABLE shipping_request_history (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      request_id bigint NOT NULL,
      from_status text,
      to_status text NOT NULL,
      actor_user_id bigint REFERENCES users (id) ON DELETE SET NULL,
      actor_name text NOT NULL DEFAULT '',
      reason text,
      created_at {time} NOT NULL {now},
      CONSTRAINT fk_shipping_request_history_request FOREIGN KEY (agent_id, client_id, request_id) \
      REFERENCES shipping_requests (agent_id, client_id, id) ON DELETE CASCADE
    )",
    "CREATE INDEX ix_shipping_request_history_request_id ON shipping_request_history (request_id, id)",
];

const DOWN: &[&str] = &[
    "shipping_request_history",
    "shipping_request_items",
    "shipping_requests",
];
