//! The outbox of messenger messages, the requester of a login code, start links, and sessions transferred to another host.

use crate::helpers;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const UP: &[&str] = &[
    "ALTER TABLE rate_counters ADD COLUMN locked_until {time}",
    "ALTER TABLE login_codes ADD COLUMN request_hash text",
    "CREATE INDEX ix_login_codes_request ON login_codes (request_hash, id)",
    "ALTER TABLE messenger_contacts ADD COLUMN proof text NOT NULL DEFAULT 'contact' CHECK (proof IN ('start', 'contact'))",
    "ALTER TABLE messenger_contacts ADD COLUMN language text NOT NULL DEFAULT 'ru'",
    "ALTER TABLE messenger_contacts ADD COLUMN blocked_at {time}",
    "ALTER TABLE webhook_updates ADD COLUMN payload text NOT NULL DEFAULT ''",
    "ALTER TABLE webhook_updates ADD COLUMN done_at {time}",
    "CREATE INDEX ix_webhook_updates_received_at ON webhook_updates (received_at)",
    "ALTER TABLE phone_confirmations ADD COLUMN purpose text NOT NULL DEFAULT 'login' CHECK (purpose IN ('login', 'register'))",
    "ALTER TABLE phone_confirmations ADD COLUMN request_hash text",
    "ALTER TABLE phone_confirmations ADD COLUMN details text NOT NULL DEFAULT '{}'",
    "ALTER TABLE phone_confirmations ADD COLUMN device text NOT NULL DEFAULT ''",
    "ALTER TABLE phone_confirmations ADD COLUMN messenger text CHECK (messenger IN ('telegram', 'max'))",
    "ALTER TABLE phone_confirmations ADD COLUMN chat_id text",
    "ALTER TABLE phone_confirmations ADD COLUMN used_at {time}",
    "CREATE INDEX ix_phone_confirmations_chat ON phone_confirmations (messenger, chat_id)",
    "CREATE INDEX ix_phone_confirmations_request ON phone_confirmations (request_hash, id)",
    "CREATE TABLE messenger_messages (
      {id},
      messenger text NOT NULL CHECK (messenger IN ('telegram', 'max')),
      chat_id text NOT NULL,
      body text NOT NULL,
      login_code_id bigint REFERENCES login_codes (id) ON DELETE CASCADE,
      dedupe_key text CONSTRAINT uq_messenger_messages_dedupe_key UNIQUE,
      attempts int NOT NULL DEFAULT 0,
      next_try_at {time} NOT NULL,
      claimed_until {time},
      expires_at {time},
      sent_at {time},
      failed_at {time},
      last_error text,
      created_at {time} NOT NULL {now}
    )",
    "CREATE INDEX ix_messenger_messages_waiting ON messenger_messages (messenger, chat_id, id) WHERE sent_at IS NULL AND failed_at IS NULL",
    "CREATE TABLE handovers (
      {id},
      session_id bigint NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
      code_hash text NOT NULL CONSTRAINT uq_handovers_code_hash UNIQUE,
      used_at {time},
      expires_at {time} NOT NULL,
      created_at {time} NOT NULL {now}
    )",
];

const DOWN: &[&str] = &[
    "DROP TABLE handovers",
    "DROP TABLE messenger_messages",
    "DROP INDEX ix_phone_confirmations_request",
    "DROP INDEX ix_phone_confirmations_chat",
    "ALTER TABLE phone_confirmations DROP COLUMN used_at",
    "ALTER TABLE phone_confirmations DROP COLUMN chat_id",
    "ALTER TABLE phone_confirmations DROP COLUMN messenger",
    "ALTER TABLE phone_confirmations DROP COLUMN device",
    "ALTER TABLE phone_confirmations DROP COLUMN details",
    "ALTER TABLE phone_confirmations DROP COLUMN request_hash",
    "ALTER TABLE phone_confirmations DROP COLUMN purpose",
    "DROP INDEX ix_webhook_updates_received_at",
    "ALTER TABLE webhook_updates DROP COLUMN done_at",
    "ALTER TABLE webhook_updates DROP COLUMN payload",
    "ALTER TABLE messenger_contacts DROP COLUMN blocked_at",
    "ALTER TABLE messenger_contacts DROP COLUMN language",
    "ALTER TABLE messenger_contacts DROP COLUMN proof",
    "DROP INDEX ix_login_codes_request",
    "ALTER TABLE login_codes DROP COLUMN request_hash",
    "ALTER TABLE rate_counters DROP COLUMN locked_until",
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
