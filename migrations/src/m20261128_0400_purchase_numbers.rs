//! An index for items by the number of their purchase: tracks are pasted by it.

use crate::helpers;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const UP: &[&str] = &[
    "CREATE INDEX ix_order_items_marketplace_order_number ON order_items (agent_id, marketplace_order_number) \
      WHERE marketplace_order_number IS NOT NULL",
];

const DOWN: &[&str] = &["DROP INDEX ix_order_items_marketplace_order_number"];

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
