//! People know whether their time zone was chosen. Those who were invited and have never logged in have chosen none.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "ALTER TABLE users ADD COLUMN timezone_chosen boolean NOT NULL DEFAULT true",
    "UPDATE users SET timezone_chosen = false \
     WHERE timezone = 'Europe/Moscow' AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.user_id = users.id)",
];

const DOWN: &[&str] = &["ALTER TABLE users DROP COLUMN timezone_chosen"];
