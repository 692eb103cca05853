//! Chat, notifications, messengers, translations, phone confirmations, password resets, imports and scans.

crate::helpers::migration!(up: UP, drop: DOWN);

const UP: &[&str] = &[
    "CREATE TABLE chat_messages (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      order_id bigint NOT NULL,
      author_user_id bigint REFERENCES users (id) ON DELETE SET NULL,
      author_side text NOT NULL CHECK (author_side IN ('client', 'staff', 'system')),
      body text NOT NULL DEFAULT '',
      language text,
      no_reply_needed boolean NOT NULL DEFAULT false,
      edited_at {time},
      created_at {time} NOT NULL {now},
      CONSTRAINT uq_chat_messages_tenant_id UNIQUE (agent_id, client_id, id),
      CONSTRAINT fk_chat_messages_order FOREIGN KEY (agent_id, client_id, order_id) \
      REFERENCES orders (agent_id, client_id, id) ON DELETE CASCADE
    )",
    "CREATE INDEX ix_chat_messages_order_id_id ON chat_messages (order_id, id)",
    "CREATE TABLE chat_files (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      message_id bigint NOT NULL,
      name text NOT NULL,
      path text NOT NULL,
      media_type text NOT NULL,
      bytes bigint NOT NULL CHECK (bytes >= 0),
      created_at {time} NOT NULL {now},
      CONSTRAINT fk_chat_files_message FOREIGN KEY (agent_id, client_id, message_id) \
      REFERENCES chat_messages (agent_id, client_id, id) ON DELETE CASCADE
    )",
    "CREATE TABLE chat_reactions (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      message_id bigint NOT NULL,
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      emoji text NOT NULL,
      created_at {time} NOT NULL {now},
      CONSTRAINT uq_chat_reactions_message_id_user_id_emoji UNIQUE (message_id, user_id, emoji),
      CONSTRAINT fk_chat_reactions_message FOREIGN KEY (agent_id, client_id, message_id) \
      REFERENCES chat_messages (agent_id, client_id, id) ON DELETE CASCADE
    )",
    "CREATE TABLE chat_read_marks (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      order_id bigint NOT NULL,
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      last_message_id bigint NOT NULL,
      updated_at {time} NOT NULL {now},
      CONSTRAINT uq_chat_read_marks_order_id_user_id UNIQUE (order_id, user_id),
      CONSTRAINT fk_chat_read_marks_order FOREIGN KEY (agent_id, client_id, order_id) \
      REFERENCES orders (agent_id, client_id, id) ON DELETE CASCADE
    )",
    "CREATE TABLE translation_cache (
      {id},
      source_hash text NOT NULL,
      target text NOT NULL,
      translated text NOT NULL,
      created_at {time} NOT NULL {now},
      CONSTRAINT uq_translation_cache_source_hash_target UNIQUE (source_hash, target)
    )",
    "CREATE TABLE agent_notifications (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      title text NOT NULL,
      body text NOT NULL,
      audience text NOT NULL DEFAULT '{}',
      send_at {time},
      sent_at {time},
      version bigint NOT NULL DEFAULT 1,
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_agent_notifications_agent_id_id UNIQUE (agent_id, id)
    )",
    "CREATE TABLE agent_notification_deliveries (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      notification_id bigint NOT NULL,
      status text NOT NULL CHECK (status IN ('waiting', 'sent', 'failed')),
      error text,
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_agent_notification_deliveries UNIQUE (notification_id, client_id),
      CONSTRAINT fk_agent_notification_deliveries_notification FOREIGN KEY (agent_id, notification_id) \
      REFERENCES agent_notifications (agent_id, id) ON DELETE CASCADE,
      CONSTRAINT fk_agent_notification_deliveries_client FOREIGN KEY (agent_id, client_id) \
      REFERENCES clients (agent_id, id) ON DELETE CASCADE
    )",
    "CREATE TABLE notification_preferences (
      {id},
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      event text NOT NULL,
      channel text NOT NULL CHECK (channel IN ('telegram', 'max', 'email')),
      enabled boolean NOT NULL,
      CONSTRAINT uq_notification_preferences_user_id_event_channel UNIQUE (user_id, event, channel)
    )",
    "CREATE TABLE webhook_updates (
      {id},
      messenger text NOT NULL CHECK (messenger IN ('telegram', 'max')),
      update_id text NOT NULL,
      received_at {time} NOT NULL {now},
      CONSTRAINT uq_webhook_updates_messenger_update_id UNIQUE (messenger, update_id)
    )",
    "CREATE TABLE phone_confirmations (
      {id},
      guard text NOT NULL CHECK (guard IN ('agent', 'client')),
      phone text NOT NULL,
      token_hash text NOT NULL CONSTRAINT uq_phone_confirmations_token_hash UNIQUE,
      confirmed_at {time},
      expires_at {time} NOT NULL,
      created_at {time} NOT NULL {now}
    )",
    "CREATE TABLE password_resets (
      {id},
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      token_hash text NOT NULL CONSTRAINT uq_password_resets_token_hash UNIQUE,
      used_at {time},
      expires_at {time} NOT NULL,
      created_at {time} NOT NULL {now}
    )",
    "CREATE TABLE imports (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      order_id bigint NOT NULL,
      file_name text NOT NULL,
      file_hash text NOT NULL,
      status text NOT NULL CHECK (status IN ('preview', 'done', 'undone')),
      mapping text NOT NULL DEFAULT '{}',
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_imports_tenant_id UNIQUE (agent_id, client_id, id),
      CONSTRAINT fk_imports_order FOREIGN KEY (agent_id, client_id, order_id) REFERENCES orders (agent_id, client_id, id) ON DELETE CASCADE
    )",
    "CREATE TABLE import_rows (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      import_id bigint NOT NULL,
      row_number int NOT NULL,
      content text NOT NULL,
      errors text,
      item_id bigint,
      CONSTRAINT uq_import_rows_import_id_row_number UNIQUE (import_id, row_number),
      CONSTRAINT fk_import_rows_import FOREIGN KEY (agent_id, client_id, import_id) \
      REFERENCES imports (agent_id, client_id, id) ON DELETE CASCADE
    )",
    "CREATE TABLE unknown_scans (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      code text NOT NULL,
      staff_id bigint,
      matched_item_id bigint,
      created_at {time} NOT NULL {now},
      CONSTRAINT fk_unknown_scans_staff FOREIGN KEY (agent_id, staff_id) REFERENCES staff (agent_id, id)
    )",
    "CREATE INDEX ix_unknown_scans_agent_id_code ON unknown_scans (agent_id, code)",
];

const DOWN: &[&str] = &[
    "unknown_scans",
    "import_rows",
    "imports",
    "password_resets",
    "phone_confirmations",
    "webhook_updates",
    "notification_preferences",
    "agent_notification_deliveries",
    "agent_notifications",
    "translation_cache",
    "chat_read_marks",
    "chat_reactions",
    "chat_files",
    "chat_messages",
];
