//! Passkeys as a second factor of users, and the challenges that they answer.

crate::helpers::migration!(up: UP, drop: &["passkey_challenges", "passkeys"]);

const UP: &[&str] = &[
    "CREATE TABLE passkeys (
      {id},
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
      credential_id text NOT NULL CONSTRAINT uq_passkeys_credential_id UNIQUE,
      public_key text NOT NULL,
      sign_count bigint NOT NULL CHECK (sign_count >= 0),
      transports text NOT NULL,
      last_used_at {time},
      created_at {time} NOT NULL {now}
    )",
    "CREATE INDEX ix_passkeys_user_id ON passkeys (user_id)",
    "CREATE TABLE passkey_challenges (
      {id},
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      purpose text NOT NULL CHECK (purpose IN ('creation', 'proof')),
      challenge text NOT NULL,
      expires_at {time} NOT NULL,
      CONSTRAINT uq_passkey_challenges_user_id_purpose UNIQUE (user_id, purpose)
    )",
];
