//! The cash box that the money of a confirmed top-up went to, and the category of such entries.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "ALTER TABLE cash_categories ADD COLUMN for_clients boolean NOT NULL DEFAULT false",
    "CREATE UNIQUE INDEX uq_cash_categories_for_clients ON cash_categories (agent_id) WHERE for_clients",
    "ALTER TABLE balance_requests ADD COLUMN cash_entry_id bigint REFERENCES cash_entries (id)",
    "CREATE INDEX ix_balance_requests_cash_entry ON balance_requests (agent_id, currency, cash_entry_id)
      WHERE cash_entry_id IS NOT NULL",
];

const DOWN: &[&str] = &[
    "DROP INDEX ix_balance_requests_cash_entry",
    "ALTER TABLE balance_requests DROP COLUMN cash_entry_id",
    "DROP INDEX uq_cash_categories_for_clients",
    "ALTER TABLE cash_categories DROP COLUMN for_clients",
];
