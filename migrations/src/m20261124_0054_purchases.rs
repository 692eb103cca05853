//! Purchasing accounts with a currency and a limit, and payments to sellers.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "ALTER TABLE purchasing_accounts ADD COLUMN currency text NOT NULL DEFAULT 'CNY' CONSTRAINT \
     ck_purchasing_accounts_currency CHECK (length(currency) = 3)",
    "ALTER TABLE purchasing_accounts ADD COLUMN limit_minor bigint CONSTRAINT ck_purchasing_accounts_limit CHECK (limit_minor >= 0)",
    "CREATE TABLE purchases (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      order_id bigint NOT NULL,
      purchasing_account_id bigint NOT NULL,
      entry_id bigint NOT NULL,
      marketplace_order_number text,
      items int NOT NULL CHECK (items > 0),
      amount_minor bigint NOT NULL CHECK (amount_minor > 0),
      currency text NOT NULL CHECK (length(currency) = 3),
      actor_user_id bigint REFERENCES users (id) ON DELETE SET NULL,
      actor_name text NOT NULL DEFAULT '',
      created_at {time} NOT NULL {now},
      CONSTRAINT fk_purchases_order FOREIGN KEY (agent_id, order_id) REFERENCES orders (agent_id, id) ON DELETE CASCADE,
      CONSTRAINT fk_purchases_account FOREIGN KEY (agent_id, purchasing_account_id) REFERENCES purchasing_accounts (agent_id, id),
      CONSTRAINT fk_purchases_entry FOREIGN KEY (agent_id, entry_id) REFERENCES ledger_entries (agent_id, id)
    )",
    "CREATE INDEX ix_purchases_order ON purchases (agent_id, order_id, id)",
    "CREATE INDEX ix_purchases_account ON purchases (agent_id, purchasing_account_id, id)",
];

const DOWN: &[&str] = &[
    "DROP TABLE purchases",
    "ALTER TABLE purchasing_accounts DROP COLUMN limit_minor",
    "ALTER TABLE purchasing_accounts DROP COLUMN currency",
];
