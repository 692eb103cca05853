//! The address book of clients, the recipients of orders and shipments, and what a delivery method requires of a recipient.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "CREATE TABLE recipients (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
      phone text NOT NULL,
      country text NOT NULL CHECK (length(country) = 2),
      region text,
      city text NOT NULL CHECK (length(city) BETWEEN 1 AND 200),
      postcode text,
      street text,
      pickup_point_id bigint,
      pickup_point text,
      passport text,
      tax_number text,
      is_default boolean NOT NULL DEFAULT false,
      used_at {time},
      archived_at {time},
      version bigint NOT NULL DEFAULT 1,
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT ck_recipients_place CHECK (street IS NOT NULL OR pickup_point_id IS NOT NULL),
      CONSTRAINT uq_recipients_tenant_id UNIQUE (agent_id, client_id, id),
      CONSTRAINT fk_recipients_client FOREIGN KEY (agent_id, client_id) REFERENCES clients (agent_id, id) ON DELETE CASCADE,
      CONSTRAINT fk_recipients_pickup_point FOREIGN KEY (agent_id, pickup_point_id) REFERENCES pickup_points (agent_id, id)
    )",
    "CREATE UNIQUE INDEX uq_recipients_default ON recipients (agent_id, client_id) WHERE is_default AND archived_at IS NULL",
    "ALTER TABLE delivery_methods ADD COLUMN requires text NOT NULL DEFAULT '[]'",
    "ALTER TABLE orders ADD COLUMN recipient text",
    "ALTER TABLE shipments ADD COLUMN recipient text",
    "ALTER TABLE shipment_history ADD COLUMN changes text",
];

const DOWN: &[&str] = &[
    "ALTER TABLE shipment_history DROP COLUMN changes",
    "ALTER TABLE shipments DROP COLUMN recipient",
    "ALTER TABLE orders DROP COLUMN recipient",
    "ALTER TABLE delivery_methods DROP COLUMN requires",
    "DROP TABLE recipients",
];
