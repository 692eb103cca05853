//! Notes that are found by their words.

use crate::helpers;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const UP: &[&str] = &[
    "ALTER TABLE notes ADD COLUMN search_text text NOT NULL DEFAULT ''",
    "UPDATE notes SET search_text = lower(body)",
    "CREATE INDEX ix_notes_agent_id_id ON notes (agent_id, id)",
];

const DOWN: &[&str] = &[
    "DROP INDEX ix_notes_agent_id_id",
    "ALTER TABLE notes DROP COLUMN search_text",
];

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
