//! Shipments to clients and the deliveries that carry them.

crate::helpers::migration!(up: UP, drop: DOWN);

const UP: &[&str] = &[
    "CREATE TABLE deliveries (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      number text NOT NULL,
      status text NOT NULL CHECK (status IN ('forming', 'in_transit', 'arrived', 'canceled')),
      delivery_method_id bigint,
      track text,
      departed_at {time},
      arrived_at {time},
      version bigint NOT NULL DEFAULT 1,
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_deliveries_agent_id_number UNIQUE (agent_id, number),
      CONSTRAINT uq_deliveries_agent_id_id UNIQUE (agent_id, id),
      CONSTRAINT fk_deliveries_method FOREIGN KEY (agent_id, delivery_method_id) REFERENCES delivery_methods (agent_id, id)
    )",
    "CREATE TABLE shipments (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      number text NOT NULL,
      status text NOT NULL CHECK (status IN ('forming', 'packed', 'quoted', 'paid', 'cod', 'dispatched', 'arrived', \
      'accepted', 'problem', 'canceled')),
      delivery_id bigint,
      delivery_method_id bigint,
      pickup_point_id bigint,
      country text CHECK (length(country) = 2),
      city text,
      weight_grams bigint CHECK (weight_grams >= 0),
      volume_cm3 bigint CHECK (volume_cm3 >= 0),
      places int CHECK (places > 0),
      packaging_id bigint,
      insurance_id bigint,
      delivery_cost_minor bigint CHECK (delivery_cost_minor >= 0),
      currency text CHECK (length(currency) = 3),
      version bigint NOT NULL DEFAULT 1,
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_shipments_agent_id_number UNIQUE (agent_id, number),
      CONSTRAINT uq_shipments_tenant_id UNIQUE (agent_id, client_id, id),
      CONSTRAINT fk_shipments_client FOREIGN KEY (agent_id, client_id) REFERENCES clients (agent_id, id) ON DELETE CASCADE,
      CONSTRAINT fk_shipments_delivery FOREIGN KEY (agent_id, delivery_id) REFERENCES deliveries (agent_id, id),
      CONSTRAINT fk_shipments_method FOREIGN KEY (agent_id, delivery_method_id) REFERENCES delivery_methods (agent_id, id),
      CONSTRAINT fk_shipments_pickup_point FOREIGN KEY (agent_id, pickup_point_id) REFERENCES pickup_points (agent_id, id),
      CONSTRAINT fk_shipments_packaging FOREIGN KEY (agent_id, packaging_id) REFERENCES packagings (agent_id, id),
      CONSTRAINT fk_shipments_insurance FOREIGN KEY (agent_id, insurance_id) REFERENCES insurances (agent_id, id)
    )",
    "CREATE INDEX ix_shipments_agent_id_status_id ON shipments (agent_id, status, id)",
    "CREATE TABLE shipment_items (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      shipment_id bigint NOT NULL,
      item_id bigint NOT NULL,
      quantity int NOT NULL CHECK (quantity > 0),
      released_at {time},
      created_at {time} NOT NULL {now},
      CONSTRAINT fk_shipment_items_shipment FOREIGN KEY (agent_id, client_id, shipment_id) \
      REFERENCES shipments (agent_id, client_id, id) ON DELETE CASCADE,
      CONSTRAINT fk_shipment_items_item FOREIGN KEY (agent_id, client_id, item_id) REFERENCES order_items (agent_id, client_id, id)
    )",
    "CREATE UNIQUE INDEX uq_shipment_items_live_item ON shipment_items (item_id) WHERE released_at IS NULL",
    "CREATE TABLE shipment_history (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      shipment_id bigint NOT NULL,
      from_status text,
      to_status text NOT NULL,
      actor_user_id bigint REFERENCES users (id) ON DELETE SET NULL,
      actor_name text NOT NULL DEFAULT '',
      reason text,
      created_at {time} NOT NULL {now},
      CONSTRAINT fk_shipment_history_shipment FOREIGN KEY (agent_id, client_id, shipment_id) \
      REFERENCES shipments (agent_id, client_id, id) ON DELETE CASCADE
    )",
    "CREATE TABLE delivery_history (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      delivery_id bigint NOT NULL,
      from_status text,
      to_status text NOT NULL,
      actor_user_id bigint REFERENCES users (id) ON DELETE SET NULL,
      actor_name text NOT NULL DEFAULT '',
      created_at {time} NOT NULL {now},
      CONSTRAINT fk_delivery_history_delivery FOREIGN KEY (agent_id, delivery_id) REFERENCES deliveries (agent_id, id) ON DELETE CASCADE
    )",
];

const DOWN: &[&str] = &[
    "delivery_history",
    "shipment_history",
    "shipment_items",
    "shipments",
    "deliveries",
];
