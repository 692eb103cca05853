//! An index of confirmed statement lines by their amount, with which the key begins.

use crate::helpers;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const UP: &[&str] = &["CREATE INDEX ix_statement_lines_amount ON statement_lines (agent_id, substr(line_key, 1, 8))"];

const DOWN: &[&str] = &["DROP INDEX ix_statement_lines_amount"];

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
