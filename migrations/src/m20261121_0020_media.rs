//! Orders, payments and results of item services, their media during and after the upload, and upload links for phones.
//!
//! No code wrote to the three tables before, so they are replaced: SQLite can't add a column that is `NOT NULL` and has no
//! default.

use crate::{helpers, m20261120_0006_services as before};
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const TABLES: &[&str] = &["service_upload_tokens", "service_media", "order_item_services"];

const UP: &[&str] = &[
    "CREATE TABLE order_item_services (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      order_id bigint NOT NULL,
      item_id bigint NOT NULL,
      service_id bigint NOT NULL REFERENCES services (id),
      status text NOT NULL CHECK (status IN ('ordered', 'rendered', 'canceled')),
      qty int NOT NULL DEFAULT 1 CHECK (qty > 0),
      free boolean NOT NULL DEFAULT false,
      unit_price_minor bigint NOT NULL DEFAULT 0 CHECK (unit_price_minor >= 0),
      currency text NOT NULL CHECK (length(currency) = 3),
      quoted boolean NOT NULL DEFAULT false,
      paid_amount_minor bigint NOT NULL DEFAULT 0 CHECK (paid_amount_minor >= 0),
      entry_id bigint,
      comment text NOT NULL DEFAULT '',
      measured text,
      ordered_by text NOT NULL CHECK (ordered_by IN ('client', 'staff')),
      rendered_at {time},
      rendered_by bigint,
      canceled_at {time},
      version bigint NOT NULL DEFAULT 1,
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_order_item_services_tenant_id UNIQUE (agent_id, client_id, id),
      CONSTRAINT ck_order_item_services_free CHECK (NOT free OR paid_amount_minor = 0),
      CONSTRAINT fk_order_item_services_order FOREIGN KEY (agent_id, client_id, order_id) \
      REFERENCES orders (agent_id, client_id, id) ON DELETE CASCADE,
      CONSTRAINT fk_order_item_services_item FOREIGN KEY (agent_id, client_id, item_id) \
      REFERENCES order_items (agent_id, client_id, id) ON DELETE CASCADE,
      CONSTRAINT fk_order_item_services_entry FOREIGN KEY (agent_id, entry_id) REFERENCES ledger_entries (agent_id, id),
      CONSTRAINT fk_order_item_services_rendered_by FOREIGN KEY (agent_id, rendered_by) REFERENCES staff (agent_id, id)
    )",
    "CREATE INDEX ix_order_item_services_order_id ON order_item_services (order_id)",
    "CREATE INDEX ix_order_item_services_item_id ON order_item_services (item_id)",
    "CREATE INDEX ix_order_item_services_service_id ON order_item_services (service_id)",
    "CREATE TABLE service_upload_tokens (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      order_id bigint NOT NULL,
      token_hash text NOT NULL CONSTRAINT uq_service_upload_tokens_token_hash UNIQUE,
      order_item_service_id bigint,
      order_item_id bigint,
      kind text CHECK (kind IN ('photo', 'video')),
      created_by bigint,
      expires_at {time} NOT NULL,
      finished_at {time},
      created_at {time} NOT NULL {now},
      CONSTRAINT uq_service_upload_tokens_tenant_id UNIQUE (agent_id, client_id, id),
      CONSTRAINT ck_service_upload_tokens_owner CHECK ((order_item_service_id IS NULL) <> (order_item_id IS NULL)),
      CONSTRAINT fk_service_upload_tokens_order FOREIGN KEY (agent_id, client_id, order_id) \
      REFERENCES orders (agent_id, client_id, id) ON DELETE CASCADE,
      CONSTRAINT fk_service_upload_tokens_service FOREIGN KEY (agent_id, client_id, order_item_service_id) \
      REFERENCES order_item_services (agent_id, client_id, id) ON DELETE CASCADE,
      CONSTRAINT fk_service_upload_tokens_item FOREIGN KEY (agent_id, client_id, order_item_id) \
      REFERENCES order_items (agent_id, client_id, id) ON DELETE CASCADE
    )",
    "CREATE TABLE service_media (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      order_id bigint NOT NULL,
      order_item_service_id bigint,
      order_item_id bigint,
      upload_token_id bigint,
      extra_photo boolean NOT NULL DEFAULT false,
      kind text NOT NULL CHECK (kind IN ('photo', 'video')),
      state text NOT NULL CHECK (state IN ('uploading', 'ready')),
      name text NOT NULL DEFAULT '',
      path text NOT NULL CONSTRAINT uq_service_media_path UNIQUE,
      file text NOT NULL DEFAULT '',
      sha256 text,
      bytes bigint NOT NULL DEFAULT 0 CHECK (bytes >= 0),
      received bigint NOT NULL DEFAULT 0 CHECK (received >= 0 AND received <= bytes),
      width int NOT NULL DEFAULT 0,
      height int NOT NULL DEFAULT 0,
      has_poster boolean NOT NULL DEFAULT false,
      hidden_from_client boolean NOT NULL DEFAULT false,
      uploaded_via text NOT NULL CHECK (uploaded_via IN ('desktop', 'phone')),
      expires_at {time},
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT ck_service_media_owner CHECK ((order_item_service_id IS NULL) <> (order_item_id IS NULL)),
      CONSTRAINT ck_service_media_extra CHECK (extra_photo = (order_item_id IS NOT NULL)),
      CONSTRAINT fk_service_media_order FOREIGN KEY (agent_id, client_id, order_id) \
      REFERENCES orders (agent_id, client_id, id) ON DELETE CASCADE,
      CONSTRAINT fk_service_media_service FOREIGN KEY (agent_id, client_id, order_item_service_id) \
      REFERENCES order_item_services (agent_id, client_id, id) ON DELETE CASCADE,
      CONSTRAINT fk_service_media_item FOREIGN KEY (agent_id, client_id, order_item_id) \
      REFERENCES order_items (agent_id, client_id, id) ON DELETE CASCADE,
      CONSTRAINT fk_service_media_token FOREIGN KEY (agent_id, client_id, upload_token_id) \
      REFERENCES service_upload_tokens (agent_id, client_id, id)
    )",
    "CREATE INDEX ix_service_media_order_id ON service_media (order_id)",
    "CREATE INDEX ix_service_media_service_id ON service_media (order_item_service_id)",
    "CREATE INDEX ix_service_media_item_id ON service_media (order_item_id)",
    "CREATE INDEX ix_service_media_uploading ON service_media (expires_at) WHERE state = 'uploading'",
    "INSERT INTO services (code, name, name_i18n, icon, media_kind) VALUES
      ('photo', 'Фото', '{\"ru\":\"Фото\",\"en\":\"Photos\",\"zh\":\"拍照\"}', 'camera', 'photo'),
      ('video', 'Видео', '{\"ru\":\"Видео\",\"en\":\"Video\",\"zh\":\"视频\"}', 'video', 'video'),
      ('measure', 'Замер', '{\"ru\":\"Замер\",\"en\":\"Measuring\",\"zh\":\"测量\"}', 'ruler', 'none'),
      ('recount', 'Пересчёт', '{\"ru\":\"Пересчёт\",\"en\":\"Recount\",\"zh\":\"清点\"}', 'count', 'none')",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        helpers::drop(manager, TABLES).await?;
        helpers::run(manager, UP).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        helpers::drop(
            manager,
            &["service_media", "service_upload_tokens", "order_item_services"],
        )
        .await?;
        helpers::run(manager, &["DELETE FROM services WHERE agent_id IS NULL"]).await?;
        let made: Vec<_> = before::UP.iter().copied().filter(|sql| is_ours(sql)).collect();
        helpers::run(manager, &made).await
    }
}

/// Whether a statement of the earlier migration creates one of the tables or an index on one.
fn is_ours(sql: &str) -> bool {
    TABLES
        .iter()
        .any(|table| sql.starts_with(&format!("CREATE TABLE {table} ")) || sql.contains(&format!(" ON {table} (")))
}
