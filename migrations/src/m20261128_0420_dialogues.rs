//! The state of each order's dialogue for the inbox of the staff, and saved replies.

use crate::helpers;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const UP: &[&str] = &[
    "CREATE TABLE chat_dialogues (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      order_id bigint NOT NULL CONSTRAINT uq_chat_dialogues_order_id UNIQUE,
      assigned_staff_id bigint,
      last_message_id bigint NOT NULL,
      last_message_at {time} NOT NULL,
      client_message_id bigint,
      waiting_message_id bigint,
      waiting_since {time},
      snoozed_until {time},
      updated_at {time} NOT NULL {now},
      CONSTRAINT fk_chat_dialogues_order FOREIGN KEY (agent_id, client_id, order_id) \
      REFERENCES orders (agent_id, client_id, id) ON DELETE CASCADE,
      CONSTRAINT fk_chat_dialogues_staff FOREIGN KEY (agent_id, assigned_staff_id) REFERENCES staff (agent_id, id)
    )",
    "INSERT INTO chat_dialogues (agent_id, client_id, order_id, assigned_staff_id, last_message_id, last_message_at, \
      client_message_id, waiting_message_id, waiting_since) \
      SELECT o.agent_id, o.client_id, o.id, o.assigned_staff_id, m.id, m.created_at, \
      (SELECT max(c.id) FROM chat_messages c WHERE c.order_id = o.id AND c.author_side = 'client'), \
      CASE WHEN m.author_side = 'client' THEN (SELECT min(w.id) FROM chat_messages w WHERE w.order_id = o.id AND w.id > \
      coalesce((SELECT max(s.id) FROM chat_messages s WHERE s.order_id = o.id AND s.author_side <> 'client'), 0)) END, \
      NULL \
      FROM chat_messages m JOIN orders o ON o.id = m.order_id \
      WHERE m.id = (SELECT max(l.id) FROM chat_messages l WHERE l.order_id = m.order_id)",
    "UPDATE chat_dialogues SET waiting_since = \
      (SELECT m.created_at FROM chat_messages m WHERE m.id = chat_dialogues.waiting_message_id)",
    "CREATE INDEX ix_chat_dialogues_last ON chat_dialogues (agent_id, last_message_id)",
    "CREATE INDEX ix_chat_dialogues_time ON chat_dialogues (agent_id, last_message_at)",
    "CREATE INDEX ix_chat_dialogues_staff ON chat_dialogues (agent_id, assigned_staff_id, last_message_id)",
    "CREATE INDEX ix_chat_dialogues_order ON chat_dialogues (agent_id, client_id, order_id)",
    "CREATE INDEX ix_chat_dialogues_waiting ON chat_dialogues (agent_id, waiting_message_id) \
      WHERE waiting_message_id IS NOT NULL",
    "CREATE INDEX ix_chat_dialogues_snoozed ON chat_dialogues (agent_id, last_message_id) WHERE snoozed_until IS NOT NULL",
    "CREATE TABLE chat_replies (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      title text NOT NULL CHECK (length(title) BETWEEN 1 AND 80),
      body text NOT NULL CHECK (length(body) BETWEEN 1 AND 4000),
      created_at {time} NOT NULL {now},
      updated_at {time} NOT NULL {now},
      CONSTRAINT uq_chat_replies_agent_id_title UNIQUE (agent_id, title)
    )",
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
        helpers::drop(manager, &["chat_replies", "chat_dialogues"]).await
    }
}
