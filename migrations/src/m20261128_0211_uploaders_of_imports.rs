//! Who uploaded the file of an import: this person sees its prices.

use crate::helpers;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const UP: &[&str] = &["ALTER TABLE imports ADD COLUMN actor_user_id bigint REFERENCES users (id) ON DELETE SET NULL"];

const DOWN: &[&str] = &["ALTER TABLE imports DROP COLUMN actor_user_id"];

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
