//! Internal notes of staff, one per object. Clients never see them.

crate::helpers::migration!(up: UP, drop: DOWN);

const UP: &[&str] = &[
    "CREATE TABLE notes (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      staff_id bigint REFERENCES staff (id) ON DELETE SET NULL,
      notable_type text NOT NULL CHECK (notable_type IN ('order', 'item', 'group', 'shipment', 'delivery', 'client', 'personal')),
      notable_id bigint NOT NULL,
      body text NOT NULL CHECK (length(body) BETWEEN 1 AND 50000),
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_notes_agent_id_notable UNIQUE (agent_id, notable_type, notable_id)
    )",
];

const DOWN: &[&str] = &["notes"];
