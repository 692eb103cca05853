//! Orders with their groups, items and history.

use crate::helpers;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const UP: &[&str] = &[
    "CREATE TABLE orders (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      number text NOT NULL,
      type text NOT NULL CHECK (type IN ('standard', 'self_buyout')),
      status text NOT NULL CHECK (status IN ('draft', 'submitted', 'quoted', 'paid', 'purchasing', 'purchased', \
      'expected', 'at_warehouse', 'shipped', 'accepted', 'canceled')),
      title text NOT NULL DEFAULT '',
      currency text NOT NULL CHECK (length(currency) = 3),
      total_minor bigint NOT NULL DEFAULT 0 CHECK (total_minor >= 0),
      items_count int NOT NULL DEFAULT 0 CHECK (items_count >= 0),
      mixed_currencies boolean NOT NULL DEFAULT false,
      destination_country text CHECK (length(destination_country) = 2),
      destination_city text,
      assigned_staff_id bigint,
      source text NOT NULL CHECK (source IN ('cabinet', 'extension', 'import')),
      problem_count int NOT NULL DEFAULT 0 CHECK (problem_count >= 0),
      unread_by_agent boolean NOT NULL DEFAULT false,
      unread_by_client boolean NOT NULL DEFAULT false,
      search_text text NOT NULL DEFAULT '',
      submitted_at {time},
      pricing_opened_at {time},
      last_activity_at {time} NOT NULL {now},
      version bigint NOT NULL DEFAULT 1,
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_orders_agent_id_number UNIQUE (agent_id, number),
      CONSTRAINT uq_orders_agent_id_id UNIQUE (agent_id, id),
      CONSTRAINT uq_orders_tenant_id UNIQUE (agent_id, client_id, id),
      CONSTRAINT fk_orders_client FOREIGN KEY (agent_id, client_id) REFERENCES clients (agent_id, id) ON DELETE CASCADE,
      CONSTRAINT fk_orders_assigned_staff FOREIGN KEY (agent_id, assigned_staff_id) REFERENCES staff (agent_id, id)
    )",
    "CREATE INDEX ix_orders_agent_id_status_id ON orders (agent_id, status, id)",
    "CREATE INDEX ix_orders_tenant_status_id ON orders (agent_id, client_id, status, id)",
    "CREATE INDEX ix_orders_agent_id_assigned_id ON orders (agent_id, assigned_staff_id, id)",
    "CREATE INDEX ix_orders_agent_id_created_at ON orders (agent_id, created_at, id)",
    "CREATE INDEX ix_orders_unread_by_agent ON orders (agent_id, id) WHERE unread_by_agent",
    "CREATE INDEX ix_orders_self_buyout ON orders (agent_id, id) WHERE type = 'self_buyout'",
    "CREATE INDEX ix_orders_problems ON orders (agent_id, id) WHERE problem_count > 0",
    "CREATE TABLE order_groups (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      order_id bigint NOT NULL,
      shop_key text NOT NULL,
      shop_name text NOT NULL DEFAULT '',
      shop_url text,
      marketplace text,
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_order_groups_order_id_shop_key UNIQUE (order_id, shop_key),
      CONSTRAINT uq_order_groups_tenant_id UNIQUE (agent_id, client_id, id),
      CONSTRAINT fk_order_groups_order FOREIGN KEY (agent_id, client_id, order_id) \
      REFERENCES orders (agent_id, client_id, id) ON DELETE CASCADE
    )",
    "CREATE TABLE order_items (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      order_id bigint NOT NULL,
      group_id bigint NOT NULL,
      status text NOT NULL CHECK (status IN ('new', 'approved', 'refused', 'bought', 'sent', 'at_warehouse', 'packed', \
      'shipped', 'accepted', 'problem', 'returned', 'refunded')),
      title text NOT NULL,
      url text NOT NULL,
      marketplace text,
      external_id text,
      variant text,
      image_url text,
      price_minor bigint NOT NULL CHECK (price_minor >= 0),
      currency text NOT NULL CHECK (length(currency) = 3),
      price_uncertain boolean NOT NULL DEFAULT false,
      quantity int NOT NULL CHECK (quantity BETWEEN 1 AND 99999),
      comment text NOT NULL DEFAULT '',
      agent_price_minor bigint CHECK (agent_price_minor >= 0),
      agent_currency text CHECK (length(agent_currency) = 3),
      agent_quantity int CHECK (agent_quantity >= 0),
      agent_comment text,
      refuse_reason text,
      marketplace_order_number text,
      domestic_track text,
      cell text,
      counted_quantity int CHECK (counted_quantity >= 0),
      weight_grams bigint CHECK (weight_grams >= 0),
      volume_cm3 bigint CHECK (volume_cm3 >= 0),
      source text NOT NULL CHECK (source IN ('cabinet', 'extension', 'import')),
      version bigint NOT NULL DEFAULT 1,
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_order_items_tenant_id UNIQUE (agent_id, client_id, id),
      CONSTRAINT fk_order_items_order FOREIGN KEY (agent_id, client_id, order_id) \
      REFERENCES orders (agent_id, client_id, id) ON DELETE CASCADE,
      CONSTRAINT fk_order_items_group FOREIGN KEY (agent_id, client_id, group_id) REFERENCES order_groups (agent_id, client_id, id)
    )",
    "CREATE INDEX ix_order_items_order_id ON order_items (order_id, id)",
    "CREATE INDEX ix_order_items_group_id ON order_items (group_id)",
    "CREATE INDEX ix_order_items_domestic_track ON order_items (agent_id, domestic_track)",
    "CREATE INDEX ix_order_items_marketplace_order_number ON order_items (agent_id, marketplace_order_number)",
    "CREATE TABLE order_history (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      order_id bigint NOT NULL,
      item_id bigint,
      event text NOT NULL,
      from_status text,
      to_status text,
      actor_kind text NOT NULL CHECK (actor_kind IN ('client', 'staff', 'system')),
      actor_user_id bigint REFERENCES users (id) ON DELETE SET NULL,
      actor_name text NOT NULL DEFAULT '',
      via text NOT NULL CHECK (via IN ('cabinet', 'extension', 'import', 'system')),
      detail text NOT NULL DEFAULT '',
      reason text,
      created_at {time} NOT NULL {now},
      CONSTRAINT fk_order_history_order FOREIGN KEY (agent_id, client_id, order_id) \
      REFERENCES orders (agent_id, client_id, id) ON DELETE CASCADE
    )",
    "CREATE INDEX ix_order_history_order_id ON order_history (order_id, id)",
];

const DOWN: &[&str] = &["order_history", "order_items", "order_groups", "orders"];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        helpers::run(manager, UP).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        helpers::drop(manager, DOWN).await
    }
}
