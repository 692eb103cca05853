//! Users, agents, staff, clients, members, sessions and extension tokens.

crate::helpers::migration!(up: UP, drop: DOWN);

const UP: &[&str] = &[
    "CREATE TABLE users (
      {id},
      phone text NOT NULL CONSTRAINT uq_users_phone UNIQUE,
      name text NOT NULL DEFAULT '',
      email text CONSTRAINT uq_users_email UNIQUE,
      password_hash text,
      locale text NOT NULL DEFAULT 'ru' CHECK (locale IN ('ru', 'en', 'zh')),
      timezone text NOT NULL DEFAULT 'Europe/Moscow',
      theme text NOT NULL DEFAULT 'system' CHECK (theme IN ('system', 'light', 'dark')),
      avatar_key text,
      disabled_at {time},
      version bigint NOT NULL DEFAULT 1,
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now}
    )",
    "CREATE TABLE agents (
      {id},
      name text NOT NULL,
      subdomain text NOT NULL CONSTRAINT uq_agents_subdomain UNIQUE,
      referral_hash text NOT NULL CONSTRAINT uq_agents_referral_hash UNIQUE,
      currency text NOT NULL DEFAULT 'CNY' CHECK (length(currency) = 3),
      staff_limit int NOT NULL DEFAULT 20 CHECK (staff_limit > 0),
      disabled_at {time},
      onboarding_step text,
      version bigint NOT NULL DEFAULT 1,
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now}
    )",
    "CREATE TABLE access_groups (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      client_id bigint,
      name text NOT NULL,
      version bigint NOT NULL DEFAULT 1,
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_access_groups_agent_id_id UNIQUE (agent_id, id)
    )",
    "CREATE TABLE staff (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      access_group_id bigint,
      is_owner boolean NOT NULL DEFAULT false,
      confirmed_at {time},
      disabled_at {time},
      last_ip text,
      last_seen_at {time},
      version bigint NOT NULL DEFAULT 1,
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_staff_agent_id_user_id UNIQUE (agent_id, user_id),
      CONSTRAINT uq_staff_agent_id_id UNIQUE (agent_id, id),
      CONSTRAINT fk_staff_access_group FOREIGN KEY (agent_id, access_group_id) REFERENCES access_groups (agent_id, id)
    )",
    "CREATE INDEX ix_staff_user_id ON staff (user_id)",
    "CREATE TABLE clients (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      code text NOT NULL,
      name text NOT NULL,
      company text,
      currency text NOT NULL DEFAULT 'CNY' CHECK (length(currency) = 3),
      manager_staff_id bigint,
      order_seq bigint NOT NULL DEFAULT 0,
      disabled_at {time},
      version bigint NOT NULL DEFAULT 1,
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_clients_agent_id_code UNIQUE (agent_id, code),
      CONSTRAINT uq_clients_agent_id_id UNIQUE (agent_id, id),
      CONSTRAINT fk_clients_manager FOREIGN KEY (agent_id, manager_staff_id) REFERENCES staff (agent_id, id)
    )",
    "CREATE TABLE client_members (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      access_group_id bigint,
      is_owner boolean NOT NULL DEFAULT false,
      confirmed_at {time},
      disabled_at {time},
      last_ip text,
      last_seen_at {time},
      version bigint NOT NULL DEFAULT 1,
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_client_members_client_id_user_id UNIQUE (client_id, user_id),
      CONSTRAINT uq_client_members_tenant_id UNIQUE (agent_id, client_id, id),
      CONSTRAINT fk_client_members_client FOREIGN KEY (agent_id, client_id) REFERENCES clients (agent_id, id) ON DELETE CASCADE,
      CONSTRAINT fk_client_members_access_group FOREIGN KEY (agent_id, access_group_id) REFERENCES access_groups (agent_id, id)
    )",
    "CREATE INDEX ix_client_members_user_id ON client_members (user_id)",
    "CREATE TABLE sessions (
      {id},
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      guard text NOT NULL,
      staff_id bigint REFERENCES staff (id) ON DELETE CASCADE,
      member_id bigint REFERENCES client_members (id) ON DELETE CASCADE,
      user_agent text NOT NULL DEFAULT '',
      last_ip text,
      created_at {time} NOT NULL {now},
      last_seen_at {time} NOT NULL {now},
      expires_at {time} NOT NULL,
      revoked_at {time},
      revoke_reason text,
      CONSTRAINT ck_sessions_membership CHECK (
        (guard = 'agent' AND staff_id IS NOT NULL AND member_id IS NULL) OR (guard = 'client' AND member_id IS NOT NULL \
        AND staff_id IS NULL))
    )",
    "CREATE INDEX ix_sessions_user_id ON sessions (user_id)",
    "CREATE TABLE refresh_tokens (
      {id},
      session_id bigint NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
      token_hash text NOT NULL CONSTRAINT uq_refresh_tokens_token_hash UNIQUE,
      used_at {time},
      expires_at {time} NOT NULL,
      created_at {time} NOT NULL {now}
    )",
    "CREATE INDEX ix_refresh_tokens_session_id ON refresh_tokens (session_id)",
    "CREATE TABLE login_codes (
      {id},
      guard text NOT NULL CHECK (guard IN ('agent', 'client')),
      phone text NOT NULL,
      purpose text NOT NULL CHECK (purpose IN ('login', 'confirm', 'recovery')),
      channel text NOT NULL CHECK (channel IN ('log', 'telegram', 'max')),
      code_hash text NOT NULL,
      attempts int NOT NULL DEFAULT 0,
      expires_at {time} NOT NULL,
      used_at {time},
      created_at {time} NOT NULL {now}
    )",
    "CREATE INDEX ix_login_codes_guard_phone_id ON login_codes (guard, phone, id)",
    "CREATE TABLE rate_counters (
      bucket text PRIMARY KEY,
      hits bigint NOT NULL,
      failed_at {time} NOT NULL
    )",
    "CREATE TABLE extension_tokens (
      {id},
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      name text NOT NULL,
      token_hash text NOT NULL CONSTRAINT uq_extension_tokens_token_hash UNIQUE,
      last_used_at {time},
      last_ip text,
      revoked_at {time},
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now}
    )",
    "CREATE INDEX ix_extension_tokens_user_id ON extension_tokens (user_id)",
];

const DOWN: &[&str] = &[
    "extension_tokens",
    "rate_counters",
    "login_codes",
    "refresh_tokens",
    "sessions",
    "client_members",
    "clients",
    "staff",
    "access_groups",
    "agents",
    "users",
];
