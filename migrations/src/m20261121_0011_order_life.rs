//! The lifecycle of an order after its submission: quotes, payments, refunds, purchase and receipt of items. Postings of
//! the agent's own accounts lose their running balance.

use crate::helpers;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

/// No code wrote postings before this migration, so the table is replaced instead of altered: the databases have no common
/// syntax that makes a column nullable and preserves the triggers.
const POSTINGS: &[&str] = &[
    "DROP TABLE ledger_postings",
    // Every payment posts to one of the agent's own accounts (revenue, cash box). A running balance there would serialize all
    // payments of an agent, so only postings of client accounts have one.
    "CREATE TABLE ledger_postings (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      entry_id bigint NOT NULL,
      account_id bigint NOT NULL,
      client_id bigint,
      amount_minor bigint NOT NULL CHECK (amount_minor <> 0),
      currency text NOT NULL CHECK (length(currency) = 3),
      balance_after_minor bigint,
      CONSTRAINT ck_ledger_postings_balance CHECK ((client_id IS NULL) = (balance_after_minor IS NULL)),
      CONSTRAINT fk_ledger_postings_client FOREIGN KEY (agent_id, client_id) REFERENCES clients (agent_id, id),
      CONSTRAINT fk_ledger_postings_entry FOREIGN KEY (agent_id, entry_id) REFERENCES ledger_entries (agent_id, id),
      CONSTRAINT fk_ledger_postings_account FOREIGN KEY (agent_id, account_id) REFERENCES ledger_accounts (agent_id, id)
    )",
    "CREATE INDEX ix_ledger_postings_account_id_id ON ledger_postings (account_id, id)",
    "CREATE INDEX ix_ledger_postings_entry_id ON ledger_postings (entry_id)",
    "CREATE UNIQUE INDEX uq_ledger_accounts_own ON ledger_accounts (agent_id, kind, name, currency) WHERE client_id IS NULL",
];

const UP: &[&str] = &[
    "ALTER TABLE clients ADD COLUMN shipment_seq bigint NOT NULL DEFAULT 0",
    "ALTER TABLE order_groups ADD COLUMN domestic_minor bigint NOT NULL DEFAULT 0 CHECK (domestic_minor >= 0)",
    "ALTER TABLE order_items ADD COLUMN agent_bought_minor bigint CHECK (agent_bought_minor >= 0)",
    "ALTER TABLE order_items ADD COLUMN problem_reason text",
    "ALTER TABLE order_items ADD COLUMN refunded_minor bigint NOT NULL DEFAULT 0 CHECK (refunded_minor >= 0)",
    "ALTER TABLE orders ADD COLUMN quote_id bigint",
    "ALTER TABLE order_history ADD COLUMN step text",
    "CREATE TABLE order_quotes (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      order_id bigint NOT NULL,
      calculation text NOT NULL,
      due_minor bigint NOT NULL CHECK (due_minor >= 0),
      currency text NOT NULL CHECK (length(currency) = 3),
      due_rub_minor bigint NOT NULL CHECK (due_rub_minor >= 0),
      rate text NOT NULL,
      rate_source text NOT NULL,
      comment text NOT NULL DEFAULT '',
      actor_user_id bigint REFERENCES users (id) ON DELETE SET NULL,
      created_at {time} NOT NULL {now},
      CONSTRAINT fk_order_quotes_order FOREIGN KEY (agent_id, client_id, order_id) \
      REFERENCES orders (agent_id, client_id, id) ON DELETE CASCADE
    )",
    "CREATE INDEX ix_order_quotes_order_id ON order_quotes (order_id, id)",
    "CREATE TABLE payments (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      document_type text NOT NULL CHECK (document_type IN ('order', 'shipment')),
      document_id bigint NOT NULL,
      entry_id bigint NOT NULL,
      amount_minor bigint NOT NULL CHECK (amount_minor > 0),
      currency text NOT NULL CHECK (length(currency) = 3),
      refunded_minor bigint NOT NULL DEFAULT 0,
      created_at {time} NOT NULL {now},
      CONSTRAINT uq_payments_tenant_id UNIQUE (agent_id, client_id, id),
      CONSTRAINT ck_payments_refunded CHECK (refunded_minor BETWEEN 0 AND amount_minor),
      CONSTRAINT fk_payments_client FOREIGN KEY (agent_id, client_id) REFERENCES clients (agent_id, id) ON DELETE CASCADE,
      CONSTRAINT fk_payments_entry FOREIGN KEY (agent_id, entry_id) REFERENCES ledger_entries (agent_id, id)
    )",
    "CREATE INDEX ix_payments_document ON payments (agent_id, document_type, document_id)",
    "CREATE TABLE refunds (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      payment_id bigint NOT NULL,
      item_id bigint,
      entry_id bigint NOT NULL,
      amount_minor bigint NOT NULL CHECK (amount_minor > 0),
      currency text NOT NULL CHECK (length(currency) = 3),
      reason text NOT NULL DEFAULT '',
      actor_user_id bigint REFERENCES users (id) ON DELETE SET NULL,
      created_at {time} NOT NULL {now},
      CONSTRAINT fk_refunds_payment FOREIGN KEY (agent_id, client_id, payment_id) \
      REFERENCES payments (agent_id, client_id, id) ON DELETE CASCADE,
      CONSTRAINT fk_refunds_entry FOREIGN KEY (agent_id, entry_id) REFERENCES ledger_entries (agent_id, id)
    )",
    "CREATE INDEX ix_refunds_payment_id ON refunds (payment_id)",
];

/// The table of postings as the previous migrations created it.
const POSTINGS_BEFORE: &[&str] = &[
    "DROP INDEX uq_ledger_accounts_own",
    "DROP TABLE ledger_postings",
    "CREATE TABLE ledger_postings (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      entry_id bigint NOT NULL,
      account_id bigint NOT NULL,
      amount_minor bigint NOT NULL CHECK (amount_minor <> 0),
      currency text NOT NULL CHECK (length(currency) = 3),
      balance_after_minor bigint NOT NULL,
      CONSTRAINT fk_ledger_postings_entry FOREIGN KEY (agent_id, entry_id) REFERENCES ledger_entries (agent_id, id),
      CONSTRAINT fk_ledger_postings_account FOREIGN KEY (agent_id, account_id) REFERENCES ledger_accounts (agent_id, id)
    )",
    "CREATE INDEX ix_ledger_postings_account_id_id ON ledger_postings (account_id, id)",
    "CREATE INDEX ix_ledger_postings_entry_id ON ledger_postings (entry_id)",
];

const DOWN: &[&str] = &[
    "DROP TABLE refunds",
    "DROP TABLE payments",
    "DROP TABLE order_quotes",
    "ALTER TABLE order_history DROP COLUMN step",
    "ALTER TABLE orders DROP COLUMN quote_id",
    "ALTER TABLE order_items DROP COLUMN refunded_minor",
    "ALTER TABLE order_items DROP COLUMN problem_reason",
    "ALTER TABLE order_items DROP COLUMN agent_bought_minor",
    "ALTER TABLE order_groups DROP COLUMN domestic_minor",
    "ALTER TABLE clients DROP COLUMN shipment_seq",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        helpers::run(manager, POSTINGS).await?;
        helpers::freeze_more(manager, &["ledger_postings"]).await?;
        helpers::run(manager, UP).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        helpers::run(manager, DOWN).await?;
        helpers::run(manager, POSTINGS_BEFORE).await?;
        helpers::freeze_more(manager, &["ledger_postings"]).await
    }
}
