//! Comments, credited amounts and rejection reasons of top-up requests.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "ALTER TABLE balance_requests ADD COLUMN comment text NOT NULL DEFAULT ''",
    "ALTER TABLE balance_requests ADD COLUMN confirmed_minor bigint CHECK (confirmed_minor > 0)",
    "ALTER TABLE wallet_topups ADD COLUMN comment text NOT NULL DEFAULT ''",
    "ALTER TABLE wallet_topups ADD COLUMN reject_reason text",
    "CREATE INDEX ix_balance_requests_agent_id_id ON balance_requests (agent_id, id)",
    "CREATE INDEX ix_balance_requests_client ON balance_requests (agent_id, client_id, id)",
    "CREATE INDEX ix_balance_requests_open ON balance_requests (agent_id, amount_minor) WHERE status IN ('issued', 'reported')",
    "CREATE INDEX ix_wallet_topups_agent_id_id ON wallet_topups (agent_id, id)",
    "CREATE INDEX ix_wallet_topups_client ON wallet_topups (agent_id, client_id, id)",
];

const DOWN: &[&str] = &[
    "DROP INDEX ix_wallet_topups_client",
    "DROP INDEX ix_wallet_topups_agent_id_id",
    "DROP INDEX ix_balance_requests_open",
    "DROP INDEX ix_balance_requests_client",
    "DROP INDEX ix_balance_requests_agent_id_id",
    "ALTER TABLE wallet_topups DROP COLUMN reject_reason",
    "ALTER TABLE wallet_topups DROP COLUMN comment",
    "ALTER TABLE balance_requests DROP COLUMN confirmed_minor",
    "ALTER TABLE balance_requests DROP COLUMN comment",
];
