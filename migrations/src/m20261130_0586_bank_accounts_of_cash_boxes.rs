//! A cash box can be a bank account.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &["ALTER TABLE cash_boxes ADD COLUMN bank_account text"];

const DOWN: &[&str] = &["ALTER TABLE cash_boxes DROP COLUMN bank_account"];
