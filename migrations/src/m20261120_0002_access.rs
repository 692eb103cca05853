//! Rights of access groups.

crate::helpers::migration!(up: UP, drop: DOWN);

const UP: &[&str] = &[
    "CREATE TABLE access_group_rights (
      {id},
      agent_id bigint NOT NULL,
      group_id bigint NOT NULL,
      object text NOT NULL,
      level text NOT NULL CHECK (level IN ('none', 'view', 'edit', 'manage')),
      breadth text NOT NULL CHECK (breadth IN ('own', 'all')),
      CONSTRAINT uq_access_group_rights_group_id_object UNIQUE (group_id, object),
      CONSTRAINT fk_access_group_rights_group FOREIGN KEY (agent_id, group_id) REFERENCES access_groups (agent_id, id) ON DELETE CASCADE
    )",
    "CREATE INDEX ix_access_groups_client_id ON access_groups (client_id)",
];

const DOWN: &[&str] = &["access_group_rights"];
