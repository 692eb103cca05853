//! Jobs keep the trace of their cause. Dead jobs get an index, because metrics count them.

use crate::helpers;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const UP: &[&str] = &[
    "ALTER TABLE jobs ADD COLUMN trace_parent text",
    "CREATE INDEX ix_jobs_dead ON jobs (id) WHERE failed_at IS NOT NULL",
];

const DOWN: &[&str] = &["DROP INDEX ix_jobs_dead", "ALTER TABLE jobs DROP COLUMN trace_parent"];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        helpers::run(manager, UP).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        helpers::run(manager, DOWN).await
    }
}
