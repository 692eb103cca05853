//! An index of the items that are in the warehouse or in a shipment: lists of orders ask for them, and most orders have none.

use crate::helpers;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const UP: &[&str] = &[
    "CREATE INDEX ix_order_items_received ON order_items (order_id, agent_id, status, id) \
     WHERE status IN ('at_warehouse', 'packed', 'shipped')",
];

const DOWN: &[&str] = &["DROP INDEX ix_order_items_received"];

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
