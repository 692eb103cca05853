//! Authenticator apps as a second factor of users, and their recovery codes.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "CREATE TABLE authenticators (
      {id},
      user_id bigint NOT NULL CONSTRAINT uq_authenticators_user_id UNIQUE REFERENCES users (id) ON DELETE CASCADE,
      secret text NOT NULL,
      last_step bigint,
      confirmed_at {time},
      created_at {time} NOT NULL {now}
    )",
    "CREATE TABLE recovery_codes (
      {id},
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      code_hash text NOT NULL CONSTRAINT ck_recovery_codes_code_hash CHECK (length(code_hash) = 64),
      used_at {time},
      created_at {time} NOT NULL {now},
      CONSTRAINT uq_recovery_codes_user_id_code_hash UNIQUE (user_id, code_hash)
    )",
];

const DOWN: &[&str] = &["DROP TABLE recovery_codes", "DROP TABLE authenticators"];
