//! The browser of a session, and the counter that a sent login code was counted under.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "ALTER TABLE sessions ADD COLUMN browser_hash text CONSTRAINT ck_sessions_browser_hash CHECK (length(browser_hash) = 64)",
    "CREATE INDEX ix_sessions_browser_hash_user_id ON sessions (browser_hash, user_id)",
    "ALTER TABLE login_codes ADD COLUMN counted_as text NOT NULL DEFAULT ''",
];

const DOWN: &[&str] = &[
    "ALTER TABLE login_codes DROP COLUMN counted_as",
    "DROP INDEX ix_sessions_browser_hash_user_id",
    "ALTER TABLE sessions DROP COLUMN browser_hash",
];
