//! Imports of the open orders of an earlier system.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "CREATE TABLE order_imports (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      actor_user_id bigint REFERENCES users (id) ON DELETE SET NULL,
      actor_name text NOT NULL,
      orders_count bigint NOT NULL,
      undone_at {time},
      created_at {time} NOT NULL {now},
      CONSTRAINT uq_order_imports_agent_id_id UNIQUE (agent_id, id)
    )",
    "CREATE INDEX ix_order_imports_actor_user_id ON order_imports (actor_user_id)",
    "CREATE TABLE imported_orders (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      import_id bigint NOT NULL,
      order_id bigint NOT NULL,
      earlier_number text NOT NULL,
      order_version bigint NOT NULL,
      entry_id bigint,
      CONSTRAINT uq_imported_orders_agent_id_earlier_number UNIQUE (agent_id, earlier_number),
      CONSTRAINT fk_imported_orders_import FOREIGN KEY (agent_id, import_id)
        REFERENCES order_imports (agent_id, id) ON DELETE CASCADE,
      CONSTRAINT fk_imported_orders_order FOREIGN KEY (agent_id, client_id, order_id)
        REFERENCES orders (agent_id, client_id, id) ON DELETE CASCADE
    )",
    "CREATE INDEX ix_imported_orders_import ON imported_orders (agent_id, import_id)",
    "CREATE INDEX ix_imported_orders_order ON imported_orders (agent_id, client_id, order_id)",
];

const DOWN: &[&str] = &["DROP TABLE imported_orders", "DROP TABLE order_imports"];
