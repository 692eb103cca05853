//! Search in notes, warehouse cells, scans, and indexes that find items by track and cell.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "ALTER TABLE notes ADD COLUMN search_text text NOT NULL DEFAULT ''",
    "UPDATE notes SET search_text = lower(body)",
    "CREATE INDEX ix_notes_agent_id_id ON notes (agent_id, id)",
    "CREATE TABLE cells (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      name text NOT NULL,
      name_key text NOT NULL,
      created_at {time} NOT NULL {now},
      CONSTRAINT uq_cells_agent_id_name_key UNIQUE (agent_id, name_key)
    )",
    "CREATE TABLE scans (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      staff_id bigint REFERENCES staff (id) ON DELETE SET NULL,
      scan_id text NOT NULL,
      mode text NOT NULL CHECK (mode IN ('open', 'receive', 'pack', 'inventory')),
      context text,
      code text NOT NULL,
      outcome text NOT NULL,
      scanned_at {time} NOT NULL,
      created_at {time} NOT NULL {now},
      CONSTRAINT uq_scans_agent_id_scan_id UNIQUE (agent_id, scan_id)
    )",
    // No code wrote to the table before, so it is replaced. Codes are unique now, and staff can be deleted.
    "DROP TABLE unknown_scans",
    "CREATE TABLE unknown_scans (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      code text NOT NULL,
      staff_id bigint REFERENCES staff (id) ON DELETE SET NULL,
      cell text,
      seen int NOT NULL DEFAULT 1,
      last_scanned_at {time} NOT NULL {now},
      created_at {time} NOT NULL {now},
      CONSTRAINT uq_unknown_scans_agent_id_code UNIQUE (agent_id, code)
    )",
    "CREATE INDEX ix_order_items_agent_id_track ON order_items (agent_id, upper(replace(domestic_track, ' ', ''))) \
     WHERE domestic_track IS NOT NULL",
    "CREATE INDEX ix_order_items_agent_id_cell ON order_items (agent_id, cell) WHERE cell IS NOT NULL",
];

const DOWN: &[&str] = &[
    "DROP INDEX ix_order_items_agent_id_cell",
    "DROP INDEX ix_order_items_agent_id_track",
    "DROP TABLE unknown_scans",
    "CREATE TABLE unknown_scans (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      code text NOT NULL,
      staff_id bigint,
      matched_item_id bigint,
      created_at {time} NOT NULL {now},
      CONSTRAINT fk_unknown_scans_staff FOREIGN KEY (agent_id, staff_id) REFERENCES staff (agent_id, id)
    )",
    "CREATE INDEX ix_unknown_scans_agent_id_code ON unknown_scans (agent_id, code)",
    "DROP TABLE scans",
    "DROP TABLE cells",
    "DROP INDEX ix_notes_agent_id_id",
    "ALTER TABLE notes DROP COLUMN search_text",
];
