//! The brand of an agent: what its clients see at the login and in their cabinet.

crate::helpers::migration!(up: UP, drop: &["agent_brands"]);

const UP: &[&str] = &["CREATE TABLE agent_brands (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      color text NOT NULL CHECK (color IN ('teal', 'green', 'blue', 'indigo', 'violet', 'pink', 'orange', 'graphite')),
      motto text NOT NULL CHECK (length(motto) <= 120),
      logo_key text,
      version bigint NOT NULL DEFAULT 1,
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_agent_brands_agent_id UNIQUE (agent_id)
    )"];
