//! The cash book: boxes, categories, and entries that are never changed.

use crate::helpers;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const UP: &[&str] = &[
    "CREATE TABLE cash_boxes (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      name text NOT NULL,
      currency text NOT NULL CHECK (length(currency) = 3),
      holder_staff_id bigint,
      balance_minor bigint NOT NULL DEFAULT 0,
      archived_at {time},
      version bigint NOT NULL DEFAULT 1,
      created_at {time} NOT NULL {now},
      updated_at {time} NOT NULL {now},
      CONSTRAINT uq_cash_boxes_agent_id_id UNIQUE (agent_id, id),
      CONSTRAINT fk_cash_boxes_holder FOREIGN KEY (agent_id, holder_staff_id) REFERENCES staff (agent_id, id)
    )",
    "CREATE INDEX ix_cash_boxes_holder ON cash_boxes (agent_id, holder_staff_id) WHERE holder_staff_id IS NOT NULL",
    "CREATE TABLE cash_categories (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      name text NOT NULL,
      flow text NOT NULL CHECK (flow IN ('income', 'expense')),
      position int NOT NULL DEFAULT 0,
      disabled_at {time},
      version bigint NOT NULL DEFAULT 1,
      created_at {time} NOT NULL {now},
      updated_at {time} NOT NULL {now},
      CONSTRAINT uq_cash_categories_agent_id_id UNIQUE (agent_id, id)
    )",
    "CREATE TABLE cash_entries (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('income', 'expense', 'transfer', 'exchange')),
      day date NOT NULL,
      box_id bigint NOT NULL,
      amount_minor bigint NOT NULL CHECK (amount_minor <> 0),
      currency text NOT NULL CHECK (length(currency) = 3),
      balance_minor bigint NOT NULL,
      to_box_id bigint,
      to_amount_minor bigint CHECK (to_amount_minor <> 0),
      to_currency text CHECK (length(to_currency) = 3),
      to_balance_minor bigint,
      category_id bigint,
      note text NOT NULL DEFAULT '',
      order_id bigint,
      client_id bigint,
      delivery_id bigint,
      entry_id bigint NOT NULL,
      reverses_id bigint,
      actor_user_id bigint REFERENCES users (id),
      actor_name text NOT NULL,
      created_at {time} NOT NULL {now},
      CONSTRAINT uq_cash_entries_agent_id_id UNIQUE (agent_id, id),
      CONSTRAINT uq_cash_entries_entry_id UNIQUE (entry_id),
      CONSTRAINT ck_cash_entries_category CHECK ((kind IN ('income', 'expense')) = (category_id IS NOT NULL)),
      CONSTRAINT ck_cash_entries_to CHECK ((kind IN ('transfer', 'exchange')) = (to_box_id IS NOT NULL AND
        to_amount_minor IS NOT NULL AND to_currency IS NOT NULL AND to_balance_minor IS NOT NULL)),
      CONSTRAINT ck_cash_entries_transfer CHECK (kind <> 'transfer' OR (currency = to_currency AND amount_minor = -to_amount_minor)),
      CONSTRAINT fk_cash_entries_box FOREIGN KEY (agent_id, box_id) REFERENCES cash_boxes (agent_id, id),
      CONSTRAINT fk_cash_entries_to_box FOREIGN KEY (agent_id, to_box_id) REFERENCES cash_boxes (agent_id, id),
      CONSTRAINT fk_cash_entries_category FOREIGN KEY (agent_id, category_id) REFERENCES cash_categories (agent_id, id),
      CONSTRAINT fk_cash_entries_order FOREIGN KEY (agent_id, order_id) REFERENCES orders (agent_id, id),
      CONSTRAINT fk_cash_entries_client FOREIGN KEY (agent_id, client_id) REFERENCES clients (agent_id, id),
      CONSTRAINT fk_cash_entries_delivery FOREIGN KEY (agent_id, delivery_id) REFERENCES deliveries (agent_id, id),
      CONSTRAINT fk_cash_entries_entry FOREIGN KEY (agent_id, entry_id) REFERENCES ledger_entries (agent_id, id),
      CONSTRAINT fk_cash_entries_reverses FOREIGN KEY (agent_id, reverses_id) REFERENCES cash_entries (agent_id, id)
    )",
    "CREATE UNIQUE INDEX uq_cash_entries_reverses_id ON cash_entries (agent_id, reverses_id) WHERE reverses_id IS NOT NULL",
    "CREATE INDEX ix_cash_entries_box ON cash_entries (agent_id, box_id, id)",
    "CREATE INDEX ix_cash_entries_to_box ON cash_entries (agent_id, to_box_id, id) WHERE to_box_id IS NOT NULL",
    "CREATE INDEX ix_cash_entries_day ON cash_entries (agent_id, day)",
    "CREATE INDEX ix_cash_entries_category ON cash_entries (agent_id, category_id, id) WHERE category_id IS NOT NULL",
    "CREATE INDEX ix_cash_entries_order ON cash_entries (agent_id, order_id) WHERE order_id IS NOT NULL",
    "CREATE INDEX ix_cash_entries_client ON cash_entries (agent_id, client_id) WHERE client_id IS NOT NULL",
    "CREATE INDEX ix_cash_entries_delivery ON cash_entries (agent_id, delivery_id) WHERE delivery_id IS NOT NULL",
    "CREATE INDEX ix_cash_entries_actor_user_id ON cash_entries (actor_user_id)",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        helpers::run(manager, UP).await?;
        helpers::freeze_more(manager, &["cash_entries"]).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        helpers::drop(manager, &["cash_entries", "cash_categories", "cash_boxes"]).await
    }
}
