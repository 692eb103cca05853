//! Prices of several pieces, as shops state them (100 yuan for 100 pieces), and the smallest quantity that a shop sells.

use crate::helpers;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const UP: &[&str] = &[
    "ALTER TABLE order_items ADD COLUMN price_per int NOT NULL DEFAULT 1 CHECK (price_per > 0)",
    "ALTER TABLE order_items ADD COLUMN agent_price_per int CHECK (agent_price_per > 0)",
    "ALTER TABLE order_items ADD COLUMN min_quantity int CHECK (min_quantity > 0)",
];

const DOWN: &[&str] = &[
    "ALTER TABLE order_items DROP COLUMN min_quantity",
    "ALTER TABLE order_items DROP COLUMN agent_price_per",
    "ALTER TABLE order_items DROP COLUMN price_per",
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
