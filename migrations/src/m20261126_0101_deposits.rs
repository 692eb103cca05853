//! The deposit of an order that is reserved on the client's balance.

use crate::helpers;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const UP: &[&str] = &[
    "ALTER TABLE orders ADD COLUMN deposit_minor bigint CHECK (deposit_minor > 0)",
    "ALTER TABLE orders ADD COLUMN deposit_currency text CHECK ((deposit_currency IS NULL) = (deposit_minor IS NULL))",
    "CREATE INDEX ix_orders_deposits ON orders (agent_id, client_id, id) WHERE deposit_minor IS NOT NULL",
];

const DOWN: &[&str] = &[
    "DROP INDEX ix_orders_deposits",
    "ALTER TABLE orders DROP COLUMN deposit_currency",
    "ALTER TABLE orders DROP COLUMN deposit_minor",
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
