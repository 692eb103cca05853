//! Delivery methods are marked as deleted, so that they can be restored with their tariffs.

use crate::helpers;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        helpers::run(manager, &["ALTER TABLE delivery_methods ADD COLUMN removed_at {time}"]).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        helpers::run(manager, &["ALTER TABLE delivery_methods DROP COLUMN removed_at"]).await
    }
}
