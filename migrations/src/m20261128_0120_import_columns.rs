//! What the rows of an import show about each column, and how the person wants its numbers to be read.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &["ALTER TABLE imports ADD COLUMN columns text NOT NULL DEFAULT '[]'"];

const DOWN: &[&str] = &["ALTER TABLE imports DROP COLUMN columns"];
