//! Jobs keep the trace of their cause. Dead jobs get an index, because metrics count them.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "ALTER TABLE jobs ADD COLUMN trace_parent text",
    "CREATE INDEX ix_jobs_dead ON jobs (id) WHERE failed_at IS NOT NULL",
];

const DOWN: &[&str] = &["DROP INDEX ix_jobs_dead", "ALTER TABLE jobs DROP COLUMN trace_parent"];
