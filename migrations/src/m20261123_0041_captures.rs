//! What the extension reads from a product page, screenshots of pages, the state of shops, and reports of pages that are read wrongly.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "ALTER TABLE order_items ADD COLUMN options text",
    "ALTER TABLE order_items ADD COLUMN sku_id text",
    "ALTER TABLE order_items ADD COLUMN images text",
    "ALTER TABLE order_items ADD COLUMN unit_weight_grams bigint CONSTRAINT ck_order_items_unit_weight_grams CHECK (unit_weight_grams > 0)",
    "ALTER TABLE order_items ADD COLUMN price_source text",
    "ALTER TABLE order_items ADD COLUMN uncertain text",
    "ALTER TABLE order_items ADD COLUMN proof_path text",
    "ALTER TABLE order_items ADD COLUMN proof_at {time}",
    "ALTER TABLE order_items ADD COLUMN captured_shop text",
    "UPDATE order_items SET captured_shop = marketplace WHERE source = 'extension'",
    "CREATE INDEX ix_order_items_agent_id_captured_shop ON order_items (agent_id, captured_shop, created_at) \
     WHERE captured_shop IS NOT NULL",
    "CREATE INDEX ix_order_items_proof_path ON order_items (proof_path) WHERE proof_path IS NOT NULL",
    "CREATE TABLE shop_states (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      shop text NOT NULL CHECK (length(shop) BETWEEN 1 AND 100),
      state text NOT NULL CHECK (state IN ('ok', 'broken')),
      note text NOT NULL DEFAULT '' CHECK (length(note) <= 300),
      since {time} NOT NULL {now},
      updated_at {time} NOT NULL {now},
      CONSTRAINT uq_shop_states_agent_id_shop UNIQUE (agent_id, shop)
    )",
    "CREATE TABLE shop_reports (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      shop text NOT NULL CHECK (length(shop) BETWEEN 1 AND 100),
      url text NOT NULL,
      wrong text NOT NULL,
      extension_version text NOT NULL,
      captured text NOT NULL,
      options text NOT NULL,
      skus int NOT NULL CHECK (skus >= 0),
      snapshot text NOT NULL CHECK (length(snapshot) <= 250000),
      handled_at {time},
      handled_by bigint REFERENCES staff (id) ON DELETE SET NULL,
      created_at {time} NOT NULL {now},
      CONSTRAINT fk_shop_reports_client FOREIGN KEY (agent_id, client_id) REFERENCES clients (agent_id, id) ON DELETE CASCADE
    )",
    "CREATE INDEX ix_shop_reports_agent_id_shop ON shop_reports (agent_id, shop, id)",
];

const DOWN: &[&str] = &[
    "DROP TABLE shop_reports",
    "DROP TABLE shop_states",
    "DROP INDEX ix_order_items_proof_path",
    "DROP INDEX ix_order_items_agent_id_captured_shop",
    "ALTER TABLE order_items DROP COLUMN captured_shop",
    "ALTER TABLE order_items DROP COLUMN proof_at",
    "ALTER TABLE order_items DROP COLUMN proof_path",
    "ALTER TABLE order_items DROP COLUMN uncertain",
    "ALTER TABLE order_items DROP COLUMN price_source",
    "ALTER TABLE order_items DROP COLUMN unit_weight_grams",
    "ALTER TABLE order_items DROP COLUMN images",
    "ALTER TABLE order_items DROP COLUMN sku_id",
    "ALTER TABLE order_items DROP COLUMN options",
];
