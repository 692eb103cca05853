//! Reserved money of clients, and withdrawals.
//!
//! The reserve of a client is a second ledger account of the kind `client`, with the name `reserved`. So the constraints of client
//! accounts hold for it, too: it has an owner, and it is never negative.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "DROP INDEX uq_ledger_accounts_client_currency",
    "CREATE UNIQUE INDEX uq_ledger_accounts_client_currency ON ledger_accounts (client_id, currency, name) WHERE kind = 'client'",
    "ALTER TABLE ledger_postings ADD COLUMN reserved boolean NOT NULL DEFAULT false",
    "ALTER TABLE wallet_topups ADD COLUMN reserved boolean NOT NULL DEFAULT false",
    "CREATE TABLE withdrawals (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      status text NOT NULL CHECK (status IN ('requested', 'confirmed', 'paid', 'rejected', 'canceled')),
      amount_minor bigint NOT NULL CHECK (amount_minor > 0),
      currency text NOT NULL CHECK (length(currency) = 3),
      requisites text NOT NULL,
      comment text NOT NULL DEFAULT '',
      reject_reason text,
      entry_id bigint,
      version bigint NOT NULL DEFAULT 1,
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_withdrawals_tenant_id UNIQUE (agent_id, client_id, id),
      CONSTRAINT ck_withdrawals_paid CHECK ((status = 'paid') = (entry_id IS NOT NULL)),
      CONSTRAINT fk_withdrawals_client FOREIGN KEY (agent_id, client_id) REFERENCES clients (agent_id, id) ON DELETE CASCADE,
      CONSTRAINT fk_withdrawals_entry FOREIGN KEY (agent_id, entry_id) REFERENCES ledger_entries (agent_id, id)
    )",
    "CREATE INDEX ix_withdrawals_agent_id_id ON withdrawals (agent_id, id)",
    "CREATE INDEX ix_withdrawals_client ON withdrawals (agent_id, client_id, id)",
    "CREATE TABLE withdrawal_history (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      withdrawal_id bigint NOT NULL,
      from_status text,
      to_status text NOT NULL,
      side text NOT NULL,
      actor_user_id bigint REFERENCES users (id) ON DELETE SET NULL,
      actor_name text NOT NULL DEFAULT '',
      reason text,
      created_at {time} NOT NULL {now},
      CONSTRAINT fk_withdrawal_history_withdrawal FOREIGN KEY (agent_id, client_id, withdrawal_id)
        REFERENCES withdrawals (agent_id, client_id, id) ON DELETE CASCADE
    )",
    "CREATE INDEX ix_withdrawal_history_withdrawal ON withdrawal_history (withdrawal_id, id)",
];

const DOWN: &[&str] = &[
    "DROP TABLE withdrawal_history",
    "DROP TABLE withdrawals",
    "ALTER TABLE wallet_topups DROP COLUMN reserved",
    "ALTER TABLE ledger_postings DROP COLUMN reserved",
    "DROP INDEX uq_ledger_accounts_client_currency",
    "CREATE UNIQUE INDEX uq_ledger_accounts_client_currency ON ledger_accounts (client_id, currency) WHERE kind = 'client'",
];
