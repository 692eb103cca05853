//! Weighings of a shipment after its price was set, with their photos. The price is paid in parts then.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "CREATE TABLE shipment_reweighings (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      shipment_id bigint NOT NULL,
      status text NOT NULL,
      currency text NOT NULL,
      weight_before_grams bigint,
      volume_before_cm3 bigint,
      places_before int,
      cost_before_minor bigint NOT NULL,
      cost_before_rub_minor bigint NOT NULL,
      charges_before text,
      weight_grams bigint NOT NULL CHECK (weight_grams > 0),
      volume_cm3 bigint CHECK (volume_cm3 > 0),
      places int CHECK (places > 0),
      cost_minor bigint NOT NULL CHECK (cost_minor > 0),
      cost_rub_minor bigint NOT NULL CHECK (cost_rub_minor >= 0),
      charges text,
      note text,
      reason text,
      actor_name text NOT NULL,
      created_at {time} NOT NULL {now},
      answered_at {time},
      CONSTRAINT uq_shipment_reweighings_tenant_id UNIQUE (agent_id, client_id, id),
      CONSTRAINT fk_shipment_reweighings_shipment FOREIGN KEY (agent_id, client_id, shipment_id) \
      REFERENCES shipments (agent_id, client_id, id) ON DELETE CASCADE
    )",
    "CREATE INDEX ix_shipment_reweighings_shipment_id ON shipment_reweighings (shipment_id)",
    "CREATE UNIQUE INDEX uq_shipment_reweighings_proposed ON shipment_reweighings (shipment_id) WHERE status = 'proposed'",
    "ALTER TABLE shipments ADD COLUMN reweighed_at {time}",
    "ALTER TABLE shipments ADD COLUMN paid_part_minor bigint CHECK (paid_part_minor > 0)",
    "ALTER TABLE shipments ADD COLUMN paid_part_rub_minor bigint CHECK (paid_part_rub_minor >= 0)",
    "ALTER TABLE shipment_photos ADD COLUMN reweighing_id bigint",
    "CREATE INDEX ix_shipment_photos_reweighing_id ON shipment_photos (reweighing_id) WHERE reweighing_id IS NOT NULL",
];

const DOWN: &[&str] = &[
    "DROP INDEX ix_shipment_photos_reweighing_id",
    "ALTER TABLE shipment_photos DROP COLUMN reweighing_id",
    "ALTER TABLE shipments DROP COLUMN paid_part_rub_minor",
    "ALTER TABLE shipments DROP COLUMN paid_part_minor",
    "ALTER TABLE shipments DROP COLUMN reweighed_at",
    "DROP TABLE shipment_reweighings",
];
