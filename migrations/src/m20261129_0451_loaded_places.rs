//! Places and shipments that were scanned into a cargo delivery.

crate::helpers::migration!(up: UP, drop: &["loaded_places"]);

const UP: &[&str] = &[
    "CREATE TABLE loaded_places (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      delivery_id bigint NOT NULL,
      shipment_id bigint NOT NULL,
      place_id bigint,
      actor_name text NOT NULL,
      loaded_at {time} NOT NULL,
      CONSTRAINT fk_loaded_places_delivery FOREIGN KEY (agent_id, delivery_id) \
      REFERENCES deliveries (agent_id, id) ON DELETE CASCADE,
      CONSTRAINT fk_loaded_places_shipment FOREIGN KEY (agent_id, client_id, shipment_id) \
      REFERENCES shipments (agent_id, client_id, id) ON DELETE CASCADE,
      CONSTRAINT fk_loaded_places_place FOREIGN KEY (agent_id, client_id, place_id) \
      REFERENCES shipment_places (agent_id, client_id, id) ON DELETE CASCADE
    )",
    "CREATE INDEX ix_loaded_places_delivery_id ON loaded_places (delivery_id)",
    "CREATE UNIQUE INDEX uq_loaded_places_place_id ON loaded_places (place_id) WHERE place_id IS NOT NULL",
    "CREATE UNIQUE INDEX uq_loaded_places_shipment_id ON loaded_places (shipment_id) WHERE place_id IS NULL",
];
