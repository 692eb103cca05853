//! A client's requests of one state: without these indexes a bell that counts none reads all of the client's requests.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "CREATE INDEX ix_balance_requests_client_status ON balance_requests (agent_id, client_id, status, id)",
    "CREATE INDEX ix_wallet_topups_client_status ON wallet_topups (agent_id, client_id, status, id)",
];

const DOWN: &[&str] = &[
    "DROP INDEX ix_wallet_topups_client_status",
    "DROP INDEX ix_balance_requests_client_status",
];
