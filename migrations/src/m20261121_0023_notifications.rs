//! The text that each client received with an agent's announcement.

use crate::helpers;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const UP: &[&str] = &[
    "ALTER TABLE agent_notification_deliveries ADD COLUMN title text NOT NULL DEFAULT ''",
    "ALTER TABLE agent_notification_deliveries ADD COLUMN body text NOT NULL DEFAULT ''",
    "ALTER TABLE agent_notification_deliveries ADD COLUMN chats int NOT NULL DEFAULT 0",
    "CREATE INDEX ix_agent_notification_deliveries_client ON agent_notification_deliveries (agent_id, client_id, id)",
    "CREATE INDEX ix_agent_notification_deliveries_waiting ON agent_notification_deliveries (notification_id, status, id)",
    "CREATE INDEX ix_agent_notifications_agent ON agent_notifications (agent_id, id)",
];

const DOWN: &[&str] = &[
    "DROP INDEX ix_agent_notifications_agent",
    "DROP INDEX ix_agent_notification_deliveries_waiting",
    "DROP INDEX ix_agent_notification_deliveries_client",
    "ALTER TABLE agent_notification_deliveries DROP COLUMN chats",
    "ALTER TABLE agent_notification_deliveries DROP COLUMN body",
    "ALTER TABLE agent_notification_deliveries DROP COLUMN title",
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
