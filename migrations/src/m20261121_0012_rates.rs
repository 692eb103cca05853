//! A description of the source of a rate, and a unique key that stores each fetched rate once.

use crate::helpers;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const UP: &[&str] = &[
    "ALTER TABLE rates ADD COLUMN detail text NOT NULL DEFAULT ''",
    "CREATE UNIQUE INDEX uq_rates_source_base_quote_fetched_at ON rates (source, base, quote, fetched_at)",
    "DROP INDEX ix_rates_source_base_quote_fetched_at",
];

const DOWN: &[&str] = &[
    "CREATE INDEX ix_rates_source_base_quote_fetched_at ON rates (source, base, quote, fetched_at)",
    "DROP INDEX uq_rates_source_base_quote_fetched_at",
    "ALTER TABLE rates DROP COLUMN detail",
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
