//! Pictures of imported sheets: the folder of their files, and the storage that they take.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "ALTER TABLE imports ADD COLUMN pictures text",
    "ALTER TABLE imports ADD COLUMN picture_bytes bigint NOT NULL DEFAULT 0",
    "CREATE INDEX ix_imports_pictures ON imports (pictures) WHERE pictures IS NOT NULL",
];

const DOWN: &[&str] = &[
    "DROP INDEX ix_imports_pictures",
    "ALTER TABLE imports DROP COLUMN picture_bytes",
    "ALTER TABLE imports DROP COLUMN pictures",
];
