//! The pieces of items that were refunded. Until now a refund of an item was one of all its pieces.

use crate::helpers;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const UP: &[&str] = &[
    "ALTER TABLE order_items ADD COLUMN refunded_quantity integer NOT NULL DEFAULT 0 CHECK (refunded_quantity >= 0)",
    "ALTER TABLE refunds ADD COLUMN pieces integer CHECK (pieces > 0)",
    "UPDATE order_items SET refunded_quantity = coalesce(agent_quantity, quantity) WHERE status = 'refunded'",
    "UPDATE refunds SET pieces = (SELECT i.refunded_quantity FROM order_items i WHERE i.id = refunds.item_id) \
      WHERE item_id IN (SELECT i.id FROM order_items i WHERE i.status = 'refunded')",
];

const DOWN: &[&str] = &[
    "ALTER TABLE refunds DROP COLUMN pieces",
    "ALTER TABLE order_items DROP COLUMN refunded_quantity",
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
