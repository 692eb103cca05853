//! Invoices can wait for the name of the operator: the first month that a subscription has no invoice for.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &["ALTER TABLE subscriptions ADD COLUMN waiting_from text"];

const DOWN: &[&str] = &["ALTER TABLE subscriptions DROP COLUMN waiting_from"];
