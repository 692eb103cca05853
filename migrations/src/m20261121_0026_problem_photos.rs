//! Photos of cargo problems.

crate::helpers::migration!(up: UP, drop: &["shipment_photos"]);

const UP: &[&str] = &[
    "CREATE TABLE shipment_photos (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      shipment_id bigint NOT NULL,
      path text NOT NULL CONSTRAINT uq_shipment_photos_path UNIQUE,
      width int NOT NULL,
      height int NOT NULL,
      bytes bigint NOT NULL CHECK (bytes > 0),
      created_at {time} NOT NULL {now},
      CONSTRAINT fk_shipment_photos_shipment FOREIGN KEY (agent_id, client_id, shipment_id) \
      REFERENCES shipments (agent_id, client_id, id) ON DELETE CASCADE
    )",
    "CREATE INDEX ix_shipment_photos_shipment_id ON shipment_photos (shipment_id)",
];
