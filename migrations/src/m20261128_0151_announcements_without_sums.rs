//! The text of an announcement for members who may not see the balances that it names.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &["ALTER TABLE agent_notification_deliveries ADD COLUMN body_without_sums text"];

const DOWN: &[&str] = &["ALTER TABLE agent_notification_deliveries DROP COLUMN body_without_sums"];
