//! Indexes that find the items and messages of an order together with its agent.
//!
//! Without them PostgreSQL combines the rows of the order with all rows of the agent, which are few for the average agent.

use crate::helpers;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const UP: &[&str] = &[
    "CREATE INDEX ix_order_items_order_id_agent_id ON order_items (order_id, agent_id, id)",
    "CREATE INDEX ix_chat_messages_order_id_agent_id ON chat_messages (order_id, agent_id, id)",
];

const DOWN: &[&str] = &[
    "DROP INDEX ix_chat_messages_order_id_agent_id",
    "DROP INDEX ix_order_items_order_id_agent_id",
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
