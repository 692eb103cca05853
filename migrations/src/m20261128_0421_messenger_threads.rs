//! Conversations in messengers: which order a message of a messenger is about, in both directions.

use crate::helpers;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const UP: &[&str] = &[
    "ALTER TABLE messenger_messages ADD COLUMN native_id text",
    "ALTER TABLE messenger_messages ADD COLUMN order_id bigint",
    "ALTER TABLE messenger_messages ADD COLUMN chat_message_id bigint",
    "CREATE INDEX ix_messenger_messages_native_id ON messenger_messages (messenger, chat_id, native_id) \
      WHERE native_id IS NOT NULL",
    "CREATE INDEX ix_messenger_messages_order ON messenger_messages (messenger, chat_id, id) WHERE order_id IS NOT NULL",
    "CREATE INDEX ix_messenger_messages_chat_message_id ON messenger_messages (chat_message_id) \
      WHERE chat_message_id IS NOT NULL",
    "ALTER TABLE chat_messages ADD COLUMN messenger text CHECK (messenger IN ('telegram', 'max'))",
    "ALTER TABLE chat_dialogues ADD COLUMN in_messengers boolean NOT NULL DEFAULT false",
    "CREATE TABLE chat_relays (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      order_id bigint NOT NULL,
      messenger text NOT NULL CHECK (messenger IN ('telegram', 'max')),
      chat_id text NOT NULL,
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      written_at {time} NOT NULL,
      CONSTRAINT uq_chat_relays_order_id_messenger_chat_id UNIQUE (order_id, messenger, chat_id),
      CONSTRAINT fk_chat_relays_order FOREIGN KEY (agent_id, client_id, order_id) \
      REFERENCES orders (agent_id, client_id, id) ON DELETE CASCADE
    )",
    "CREATE INDEX ix_chat_relays_order ON chat_relays (agent_id, client_id, order_id)",
    "CREATE INDEX ix_chat_relays_user_id ON chat_relays (user_id)",
    "CREATE TABLE messenger_incoming (
      {id},
      messenger text NOT NULL CHECK (messenger IN ('telegram', 'max')),
      chat_id text NOT NULL,
      native_id text NOT NULL,
      order_id bigint,
      chat_message_id bigint,
      content text,
      received_at {time} NOT NULL,
      CONSTRAINT uq_messenger_incoming_native_id UNIQUE (messenger, chat_id, native_id)
    )",
];

const DOWN: &[&str] = &[
    "DROP TABLE messenger_incoming",
    "DROP TABLE chat_relays",
    "ALTER TABLE chat_dialogues DROP COLUMN in_messengers",
    "ALTER TABLE chat_messages DROP COLUMN messenger",
    "DROP INDEX ix_messenger_messages_chat_message_id",
    "DROP INDEX ix_messenger_messages_order",
    "DROP INDEX ix_messenger_messages_native_id",
    "ALTER TABLE messenger_messages DROP COLUMN chat_message_id",
    "ALTER TABLE messenger_messages DROP COLUMN order_id",
    "ALTER TABLE messenger_messages DROP COLUMN native_id",
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
