//! Indexes for lists that are sorted by the time of the last change.

use crate::helpers;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const UP: &[&str] = &[
    "CREATE INDEX ix_orders_agent_id_updated_at ON orders (agent_id, updated_at, id)",
    "CREATE INDEX ix_order_items_agent_id_updated_at ON order_items (agent_id, updated_at, id)",
    "CREATE INDEX ix_order_items_client_id_updated_at ON order_items (agent_id, client_id, updated_at, id)",
    "CREATE INDEX ix_clients_agent_id_updated_at ON clients (agent_id, updated_at, id)",
    "CREATE INDEX ix_shipments_agent_id_updated_at ON shipments (agent_id, updated_at, id)",
];

const DOWN: &[&str] = &[
    "DROP INDEX ix_shipments_agent_id_updated_at",
    "DROP INDEX ix_clients_agent_id_updated_at",
    "DROP INDEX ix_order_items_client_id_updated_at",
    "DROP INDEX ix_order_items_agent_id_updated_at",
    "DROP INDEX ix_orders_agent_id_updated_at",
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
