//! What an agent's owner was notified of about an invoice, and the VAT in its amount.
//!
//! Invoices from before have no rate: their documents name no VAT. They count as announced, so that nobody is notified of the past.

use crate::helpers;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const UP: &[&str] = &[
    "ALTER TABLE invoices ADD COLUMN vat_rate text CONSTRAINT ck_invoices_vat_rate CHECK (vat_rate IN ('none', '5', '7', '10', '20', '22'))",
    "ALTER TABLE invoices ADD COLUMN notified text NOT NULL DEFAULT 'issued' CONSTRAINT ck_invoices_notified
      CHECK (notified IN ('issued', 'due_soon', 'overdue', 'last_days', 'read_only'))",
];

const DOWN: &[&str] = &[
    "ALTER TABLE invoices DROP COLUMN notified",
    "ALTER TABLE invoices DROP COLUMN vat_rate",
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
