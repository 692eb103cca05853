//! Places of shipments, and what lies in them.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "CREATE TABLE shipment_places (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      shipment_id bigint NOT NULL,
      number int NOT NULL CHECK (number > 0),
      weight_grams bigint CHECK (weight_grams > 0),
      length_mm bigint CHECK (length_mm > 0),
      width_mm bigint CHECK (width_mm > 0),
      height_mm bigint CHECK (height_mm > 0),
      created_at {time} NOT NULL {now},
      updated_at {time} NOT NULL {now},
      CONSTRAINT uq_shipment_places_tenant_id UNIQUE (agent_id, client_id, id),
      CONSTRAINT uq_shipment_places_shipment_id_number UNIQUE (shipment_id, number),
      CONSTRAINT fk_shipment_places_shipment FOREIGN KEY (agent_id, client_id, shipment_id) \
      REFERENCES shipments (agent_id, client_id, id) ON DELETE CASCADE
    )",
    "CREATE TABLE shipment_place_items (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      place_id bigint NOT NULL,
      item_id bigint NOT NULL,
      quantity int NOT NULL CHECK (quantity > 0),
      created_at {time} NOT NULL {now},
      CONSTRAINT uq_shipment_place_items_place_id_item_id UNIQUE (place_id, item_id),
      CONSTRAINT fk_shipment_place_items_place FOREIGN KEY (agent_id, client_id, place_id) \
      REFERENCES shipment_places (agent_id, client_id, id) ON DELETE CASCADE,
      CONSTRAINT fk_shipment_place_items_item FOREIGN KEY (agent_id, client_id, item_id) \
      REFERENCES order_items (agent_id, client_id, id)
    )",
    "CREATE INDEX ix_shipment_place_items_item_id ON shipment_place_items (item_id)",
    "ALTER TABLE shipment_history ADD COLUMN place_changes text",
];

const DOWN: &[&str] = &[
    "ALTER TABLE shipment_history DROP COLUMN place_changes",
    "DROP TABLE shipment_place_items",
    "DROP TABLE shipment_places",
];
