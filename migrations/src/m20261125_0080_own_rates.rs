//! A client can have rates and offers of its own.

use crate::helpers;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const UP: &[&str] = &[
    "ALTER TABLE clients ADD COLUMN rates text",
    "ALTER TABLE clients ADD COLUMN offers text",
];

const DOWN: &[&str] = &[
    "ALTER TABLE clients DROP COLUMN offers",
    "ALTER TABLE clients DROP COLUMN rates",
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
