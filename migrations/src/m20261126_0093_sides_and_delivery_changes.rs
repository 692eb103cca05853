//! Shipments keep the sides of a place, and the history of a cargo delivery has changes of its details.

use crate::helpers;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const UP: &[&str] = &[
    "ALTER TABLE shipments ADD COLUMN length_mm bigint",
    "ALTER TABLE shipments ADD COLUMN width_mm bigint",
    "ALTER TABLE shipments ADD COLUMN height_mm bigint",
    "ALTER TABLE delivery_history ADD COLUMN changes text",
];

const DOWN: &[&str] = &[
    "ALTER TABLE delivery_history DROP COLUMN changes",
    "ALTER TABLE shipments DROP COLUMN height_mm",
    "ALTER TABLE shipments DROP COLUMN width_mm",
    "ALTER TABLE shipments DROP COLUMN length_mm",
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
