//! What an agent's owner was notified of about an invoice, and the VAT in its amount.
//!
//! Invoices from before have no rate: their documents name no VAT. They count as announced, so that nobody is notified of the past.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "ALTER TABLE invoices ADD COLUMN vat_rate text CONSTRAINT ck_invoices_vat_rate CHECK (vat_rate IN ('none', '5', '7', '10', '20', '22'))",
    "ALTER TABLE invoices ADD COLUMN notified text NOT NULL DEFAULT 'issued' CONSTRAINT ck_invoices_notified
      CHECK (notified IN ('issued', 'due_soon', 'overdue', 'last_days', 'read_only'))",
];

const DOWN: &[&str] = &[
    "ALTER TABLE invoices DROP COLUMN notified",
    "ALTER TABLE invoices DROP COLUMN vat_rate",
];
