//! Delivery methods are marked as deleted, so that they can be restored with their tariffs.

crate::helpers::migration!(
    up: &["ALTER TABLE delivery_methods ADD COLUMN removed_at {time}"],
    down: &["ALTER TABLE delivery_methods DROP COLUMN removed_at"]
);
