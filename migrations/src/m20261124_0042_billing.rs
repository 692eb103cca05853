//! Plans of the service, subscriptions, invoices, and the operator's ledger of the agents' service accounts.
//!
//! Nothing wrote the former table of invoices, so it is created again. `agents.staff_limit` stays for older replicas, which read
//! it while they are replaced; its value became the limit of the first plan.

use crate::helpers;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const UP: &[&str] = &[
    "CREATE TABLE plans (
      {id},
      agent_id bigint REFERENCES agents (id) ON DELETE CASCADE,
      name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
      price_minor bigint NOT NULL CHECK (price_minor >= 0),
      staff_limit bigint CHECK (staff_limit > 0),
      clients_limit bigint CHECK (clients_limit > 0),
      orders_limit bigint CHECK (orders_limit > 0),
      storage_limit bigint CHECK (storage_limit > 0),
      is_default boolean NOT NULL DEFAULT FALSE,
      retired_at {time},
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_plans_name UNIQUE (name),
      CONSTRAINT ck_plans_default CHECK (NOT is_default OR (agent_id IS NULL AND retired_at IS NULL))
    )",
    "CREATE UNIQUE INDEX uq_plans_default ON plans (is_default) WHERE is_default",
    "CREATE TABLE subscriptions (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      plan_id bigint NOT NULL CONSTRAINT fk_subscriptions_plan REFERENCES plans (id),
      covered_month text,
      covered_minor bigint NOT NULL DEFAULT 0 CHECK (covered_minor >= 0),
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_subscriptions_agent_id UNIQUE (agent_id)
    )",
    "CREATE INDEX ix_subscriptions_plan_id ON subscriptions (plan_id)",
    "DROP TABLE invoices",
    "CREATE TABLE invoices (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      month text NOT NULL CHECK (length(month) = 7),
      plan_name text NOT NULL,
      amount_minor bigint NOT NULL CHECK (amount_minor > 0),
      due_at {time} NOT NULL,
      read_only_at {time} NOT NULL,
      paid_at {time},
      canceled_at {time},
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_invoices_agent_id_id UNIQUE (agent_id, id),
      CONSTRAINT uq_invoices_agent_id_month UNIQUE (agent_id, month),
      CONSTRAINT ck_invoices_closed_once CHECK (paid_at IS NULL OR canceled_at IS NULL)
    )",
    // Every request reads the oldest open invoice of its agent.
    "CREATE INDEX ix_invoices_open ON invoices (agent_id, read_only_at) WHERE paid_at IS NULL AND canceled_at IS NULL",
    "CREATE TABLE service_accounts (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      balance_minor bigint NOT NULL DEFAULT 0,
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_service_accounts_agent_id UNIQUE (agent_id)
    )",
    "CREATE TABLE service_entries (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('topup', 'refund', 'invoice', 'plan_change')),
      reference text NOT NULL CONSTRAINT uq_service_entries_reference UNIQUE,
      memo text NOT NULL,
      actor_user_id bigint REFERENCES users (id),
      created_at {time} NOT NULL {now},
      CONSTRAINT uq_service_entries_agent_id_id UNIQUE (agent_id, id)
    )",
    "CREATE INDEX ix_service_entries_actor_user_id ON service_entries (actor_user_id)",
    "CREATE TABLE service_postings (
      {id},
      agent_id bigint NOT NULL,
      entry_id bigint NOT NULL,
      account text NOT NULL CHECK (account IN ('agent', 'cash', 'revenue')),
      amount_minor bigint NOT NULL CHECK (amount_minor <> 0),
      balance_after_minor bigint,
      CONSTRAINT ck_service_postings_balance CHECK ((account = 'agent') = (balance_after_minor IS NOT NULL)),
      CONSTRAINT uq_service_postings_entry_id_account UNIQUE (entry_id, account),
      CONSTRAINT fk_service_postings_entry FOREIGN KEY (agent_id, entry_id) REFERENCES service_entries (agent_id, id)
    )",
    "CREATE INDEX ix_service_postings_agent_id_account ON service_postings (agent_id, account, id)",
    // Agents have had twenty places for staff and no other limit.
    "INSERT INTO plans (name, price_minor, staff_limit, is_default) VALUES ('Старт', 0, 20, TRUE)",
    "INSERT INTO subscriptions (agent_id, plan_id) SELECT a.id, p.id FROM agents a CROSS JOIN plans p",
];

const DOWN: &[&str] = &[
    "DROP TABLE service_postings",
    "DROP TABLE service_entries",
    "DROP TABLE service_accounts",
    "DROP TABLE invoices",
    "DROP TABLE subscriptions",
    "DROP TABLE plans",
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

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        helpers::run(manager, UP).await?;
        helpers::freeze_more(manager, &["service_entries", "service_postings"]).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        helpers::run(manager, DOWN).await
    }
}
