//! Indexes for the sorts of the order table by columns that seldom change. A sort by another column reads all matching orders
//! (ADR 0061).

use crate::helpers;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const UP: &[&str] = &[
    "CREATE INDEX ix_orders_agent_id_client_id ON orders (agent_id, client_id, id)",
    "CREATE INDEX ix_orders_agent_id_sent_at ON orders (agent_id, coalesce(submitted_at, created_at), id)",
];

const DOWN: &[&str] = &[
    "DROP INDEX ix_orders_agent_id_sent_at",
    "DROP INDEX ix_orders_agent_id_client_id",
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
