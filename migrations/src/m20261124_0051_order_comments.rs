//! The client's comment on a whole order.

use crate::helpers;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const UP: &[&str] = &[
    "ALTER TABLE orders ADD COLUMN comment text NOT NULL DEFAULT '' CONSTRAINT ck_orders_comment CHECK (length(comment) <= 2000)",
];

const DOWN: &[&str] = &["ALTER TABLE orders DROP COLUMN comment"];

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
