//! Which refresh token was exchanged for which, so that a token whose successor never arrived can be exchanged again.
//!
//! Tokens from before have no parent, and count as used by their holder: their successors are not known.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "ALTER TABLE refresh_tokens ADD COLUMN parent bigint",
    "ALTER TABLE refresh_tokens ADD COLUMN successor bigint",
    "ALTER TABLE refresh_tokens ADD COLUMN reissued_at {time}",
    // No token has the id of its own successor, so this marks a used token without naming a successor.
    "UPDATE refresh_tokens SET successor = id WHERE used_at IS NOT NULL",
];

const DOWN: &[&str] = &[
    "ALTER TABLE refresh_tokens DROP COLUMN reissued_at",
    "ALTER TABLE refresh_tokens DROP COLUMN successor",
    "ALTER TABLE refresh_tokens DROP COLUMN parent",
];
