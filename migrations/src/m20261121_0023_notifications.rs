//! The text that each client received with an agent's announcement.

crate::helpers::migration!(up: UP, down: DOWN);

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
