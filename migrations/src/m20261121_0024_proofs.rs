//! The time of the last step-up of a session, more purposes of login codes, and e-mail addresses that wait for confirmation.

crate::helpers::migration!(up: UP, down: DOWN);

/// SQLite can't change the check of a column, so the column is replaced.
const UP: &[&str] = &[
    "ALTER TABLE sessions ADD COLUMN proved_at {time}",
    "ALTER TABLE login_codes ADD COLUMN purpose_now text NOT NULL DEFAULT 'login' CHECK (purpose_now \
     IN ('login', 'confirm', 'recovery', 'payout', 'phone'))",
    "UPDATE login_codes SET purpose_now = purpose",
    "ALTER TABLE login_codes DROP COLUMN purpose",
    "ALTER TABLE login_codes RENAME COLUMN purpose_now TO purpose",
    "CREATE TABLE email_changes (
      {id},
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      guard text NOT NULL CHECK (guard IN ('agent', 'client')),
      email text NOT NULL,
      token_hash text CONSTRAINT uq_email_changes_token_hash UNIQUE,
      used_at {time},
      expires_at {time} NOT NULL,
      created_at {time} NOT NULL {now}
    )",
    "CREATE INDEX ix_email_changes_user_id ON email_changes (user_id)",
];

const DOWN: &[&str] = &[
    "DROP TABLE email_changes",
    "DELETE FROM login_codes WHERE purpose IN ('payout', 'phone')",
    "ALTER TABLE login_codes ADD COLUMN purpose_now text NOT NULL DEFAULT 'login' CHECK (purpose_now IN ('login', 'confirm', 'recovery'))",
    "UPDATE login_codes SET purpose_now = purpose",
    "ALTER TABLE login_codes DROP COLUMN purpose",
    "ALTER TABLE login_codes RENAME COLUMN purpose_now TO purpose",
    "ALTER TABLE sessions DROP COLUMN proved_at",
];
