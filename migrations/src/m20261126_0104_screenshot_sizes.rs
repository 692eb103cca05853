//! The sizes of screenshots of product pages, which count towards the storage of an agent's plan. Those of earlier screenshots are
//! not known.

use crate::helpers;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const UP: &[&str] = &[
    "ALTER TABLE order_items ADD COLUMN proof_bytes bigint CHECK (proof_bytes > 0)",
    "CREATE INDEX ix_order_items_proof_bytes ON order_items (agent_id, proof_path, proof_bytes) WHERE proof_bytes IS NOT NULL",
];

const DOWN: &[&str] = &[
    "DROP INDEX ix_order_items_proof_bytes",
    "ALTER TABLE order_items DROP COLUMN proof_bytes",
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
