//! Idempotency keys, the job queue and messenger contacts.

crate::helpers::migration!(up: UP, drop: DOWN);

const UP: &[&str] = &[
    "CREATE TABLE idempotency_keys (
      {id},
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      key text NOT NULL,
      request_hash text NOT NULL,
      response_status int NOT NULL,
      response_body text NOT NULL,
      created_at {time} NOT NULL {now},
      CONSTRAINT uq_idempotency_keys_user_id_key UNIQUE (user_id, key)
    )",
    "CREATE INDEX ix_idempotency_keys_created_at ON idempotency_keys (created_at)",
    "CREATE TABLE jobs (
      {id},
      kind text NOT NULL,
      payload text NOT NULL,
      run_at {time} NOT NULL,
      attempts int NOT NULL DEFAULT 0,
      max_attempts int NOT NULL DEFAULT 20,
      claimed_by text,
      claimed_until {time},
      done_at {time},
      failed_at {time},
      last_error text,
      dedupe_key text CONSTRAINT uq_jobs_dedupe_key UNIQUE,
      created_at {time} NOT NULL {now}
    )",
    "CREATE INDEX ix_jobs_waiting ON jobs (run_at, id) WHERE done_at IS NULL AND failed_at IS NULL",
    "CREATE TABLE messenger_contacts (
      {id},
      phone text NOT NULL,
      messenger text NOT NULL CHECK (messenger IN ('telegram', 'max')),
      chat_id text NOT NULL,
      user_id bigint REFERENCES users (id) ON DELETE SET NULL,
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_messenger_contacts_phone_messenger UNIQUE (phone, messenger),
      CONSTRAINT uq_messenger_contacts_messenger_chat_id UNIQUE (messenger, chat_id)
    )",
];

const DOWN: &[&str] = &["messenger_contacts", "jobs", "idempotency_keys"];
