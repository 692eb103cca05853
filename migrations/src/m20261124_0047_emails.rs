//! E-mail as a channel of notifications: outgoing e-mails, and addresses that refuse them.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "CREATE TABLE email_messages (
      {id},
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      address text NOT NULL,
      body text NOT NULL,
      dedupe_key text NOT NULL CONSTRAINT uq_email_messages_dedupe_key UNIQUE,
      attempts int NOT NULL DEFAULT 0,
      expires_at {time},
      sent_at {time},
      failed_at {time},
      last_error text,
      created_at {time} NOT NULL {now}
    )",
    "CREATE INDEX ix_email_messages_user_id ON email_messages (user_id)",
    "CREATE TABLE email_failures (
      {id},
      user_id bigint NOT NULL CONSTRAINT uq_email_failures_user_id UNIQUE REFERENCES users (id) ON DELETE CASCADE,
      address text NOT NULL,
      reason text NOT NULL,
      failed_at {time} NOT NULL
    )",
];

const DOWN: &[&str] = &["DROP TABLE email_failures", "DROP TABLE email_messages"];
