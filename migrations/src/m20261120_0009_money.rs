//! The double-entry ledger, exchange rates, top-up requests and invoices.

use crate::helpers;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const UP: &[&str] = &[
    "CREATE TABLE ledger_accounts (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      client_id bigint,
      kind text NOT NULL CHECK (kind IN ('client', 'cash_box', 'revenue', 'suspense')),
      name text NOT NULL DEFAULT '',
      currency text NOT NULL CHECK (length(currency) = 3),
      balance_minor bigint NOT NULL DEFAULT 0,
      created_at {time} NOT NULL {now},
      CONSTRAINT uq_ledger_accounts_agent_id_id UNIQUE (agent_id, id),
      CONSTRAINT ck_ledger_accounts_client CHECK ((kind = 'client') = (client_id IS NOT NULL)),
      CONSTRAINT ck_ledger_accounts_solvent CHECK (kind <> 'client' OR balance_minor >= 0),
      CONSTRAINT fk_ledger_accounts_client FOREIGN KEY (agent_id, client_id) REFERENCES clients (agent_id, id) ON DELETE CASCADE
    )",
    "CREATE UNIQUE INDEX uq_ledger_accounts_client_currency ON ledger_accounts (client_id, currency) WHERE kind = 'client'",
    "CREATE TABLE ledger_entries (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      kind text NOT NULL,
      document_type text NOT NULL,
      document_id bigint NOT NULL,
      reverses_id bigint,
      memo text NOT NULL DEFAULT '',
      actor_user_id bigint REFERENCES users (id),
      created_at {time} NOT NULL {now},
      CONSTRAINT uq_ledger_entries_agent_id_id UNIQUE (agent_id, id),
      CONSTRAINT fk_ledger_entries_reverses FOREIGN KEY (agent_id, reverses_id) REFERENCES ledger_entries (agent_id, id)
    )",
    "CREATE INDEX ix_ledger_entries_document ON ledger_entries (agent_id, document_type, document_id)",
    "CREATE UNIQUE INDEX uq_ledger_entries_reverses_id ON ledger_entries (reverses_id) WHERE reverses_id IS NOT NULL",
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
    "CREATE TABLE rates (
      {id},
      source text NOT NULL CHECK (source IN ('cbr', 'bestchange')),
      base text NOT NULL CHECK (length(base) = 3),
      quote text NOT NULL CHECK (length(quote) = 3),
      rate text NOT NULL,
      fetched_at {time} NOT NULL,
      created_at {time} NOT NULL {now}
    )",
    "CREATE INDEX ix_rates_source_base_quote_fetched_at ON rates (source, base, quote, fetched_at)",
    "CREATE TABLE rate_policies (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      base text NOT NULL CHECK (length(base) = 3),
      quote text NOT NULL CHECK (length(quote) = 3),
      kind text NOT NULL CHECK (kind IN ('fixed', 'cbr', 'bestchange')),
      fixed_rate text,
      markup_percent text,
      version bigint NOT NULL DEFAULT 1,
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_rate_policies_agent_id_base_quote UNIQUE (agent_id, base, quote)
    )",
    "CREATE TABLE balance_requests (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      code text NOT NULL CONSTRAINT uq_balance_requests_code UNIQUE,
      status text NOT NULL CHECK (status IN ('requested', 'issued', 'reported', 'confirmed', 'rejected', 'canceled')),
      amount_minor bigint NOT NULL CHECK (amount_minor > 0),
      currency text NOT NULL CHECK (length(currency) = 3),
      requisites text,
      reject_reason text,
      entry_id bigint,
      version bigint NOT NULL DEFAULT 1,
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT fk_balance_requests_client FOREIGN KEY (agent_id, client_id) REFERENCES clients (agent_id, id) ON DELETE CASCADE,
      CONSTRAINT fk_balance_requests_entry FOREIGN KEY (agent_id, entry_id) REFERENCES ledger_entries (agent_id, id)
    )",
    "CREATE TABLE wallet_topups (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      wallet text NOT NULL,
      account text NOT NULL,
      status text NOT NULL CHECK (status IN ('requested', 'paid', 'rejected', 'canceled')),
      amount_minor bigint NOT NULL CHECK (amount_minor > 0),
      currency text NOT NULL CHECK (length(currency) = 3),
      entry_id bigint,
      version bigint NOT NULL DEFAULT 1,
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT fk_wallet_topups_client FOREIGN KEY (agent_id, client_id) REFERENCES clients (agent_id, id) ON DELETE CASCADE,
      CONSTRAINT fk_wallet_topups_entry FOREIGN KEY (agent_id, entry_id) REFERENCES ledger_entries (agent_id, id)
    )",
    "CREATE TABLE invoices (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      tariff text NOT NULL,
      amount_minor bigint NOT NULL CHECK (amount_minor > 0),
      currency text NOT NULL CHECK (length(currency) = 3),
      due_at {time} NOT NULL,
      paid_at {time},
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now}
    )",
];

const DOWN: &[&str] = &[
    "invoices",
    "wallet_topups",
    "balance_requests",
    "rate_policies",
    "rates",
    "ledger_postings",
    "ledger_entries",
    "ledger_accounts",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        helpers::run(manager, UP).await?;
        helpers::freeze(manager, &["ledger_entries", "ledger_postings"]).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        helpers::drop(manager, DOWN).await?;
        helpers::thaw(manager).await
    }
}
