//! Keys by which programs call the API in the name of a member of a cabinet.

crate::helpers::migration!(up: UP, drop: &["api_keys"]);

const UP: &[&str] = &[
    "CREATE TABLE api_keys (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      client_id bigint,
      guard text NOT NULL,
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      staff_id bigint,
      member_id bigint,
      name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
      environment text NOT NULL CHECK (environment IN ('live', 'test')),
      public_id text NOT NULL CONSTRAINT uq_api_keys_public_id UNIQUE,
      secret_hash text NOT NULL,
      last_characters text NOT NULL,
      rights text NOT NULL,
      networks text NOT NULL,
      origins text NOT NULL,
      expires_at {time},
      revoked_at {time},
      revoke_reason text,
      last_used_at {time},
      last_ip text,
      created_at {time} NOT NULL {now},
      updated_at {time} NOT NULL {now},
      CONSTRAINT fk_api_keys_staff FOREIGN KEY (agent_id, staff_id) REFERENCES staff (agent_id, id) ON DELETE CASCADE,
      CONSTRAINT fk_api_keys_member FOREIGN KEY (agent_id, client_id, member_id) \
        REFERENCES client_members (agent_id, client_id, id) ON DELETE CASCADE,
      CONSTRAINT ck_api_keys_membership CHECK (
        (guard = 'agent' AND staff_id IS NOT NULL AND member_id IS NULL AND client_id IS NULL) OR \
        (guard = 'client' AND member_id IS NOT NULL AND staff_id IS NULL AND client_id IS NOT NULL))
    )",
    "CREATE INDEX ix_api_keys_cabinet ON api_keys (agent_id, client_id, id)",
    "CREATE INDEX ix_api_keys_user_id ON api_keys (user_id)",
    "CREATE INDEX ix_api_keys_staff_id ON api_keys (staff_id)",
    "CREATE INDEX ix_api_keys_member_id ON api_keys (member_id)",
];
