//! Machine translation: the cache of translated lines, an agent's settings, the characters it used, the pauses of providers, and
//! the translations of messages and items.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "DROP TABLE translation_cache",
    "CREATE TABLE translation_cache (
      {id},
      text_hash text NOT NULL CHECK (length(text_hash) = 64),
      source text NOT NULL CHECK (source IN ('ru', 'en', 'zh', 'auto')),
      target text NOT NULL CHECK (target IN ('ru', 'en', 'zh')),
      provider text NOT NULL,
      translated text,
      created_at {time} NOT NULL {now},
      CONSTRAINT uq_translation_cache UNIQUE (text_hash, source, target, provider)
    )",
    "CREATE INDEX ix_translation_cache_created_at ON translation_cache (created_at)",
    "CREATE TABLE translation_settings (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      chat boolean NOT NULL DEFAULT false,
      titles boolean NOT NULL DEFAULT false,
      monthly_limit bigint CHECK (monthly_limit >= 0),
      glossary text NOT NULL DEFAULT '[]',
      glossary_key bigint NOT NULL DEFAULT 0,
      exhausted_month text,
      version bigint NOT NULL DEFAULT 1,
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_translation_settings_agent_id UNIQUE (agent_id)
    )",
    "CREATE TABLE translation_usage (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      month text NOT NULL CHECK (length(month) = 7),
      characters bigint NOT NULL DEFAULT 0 CHECK (characters >= 0),
      CONSTRAINT uq_translation_usage_agent_id_month UNIQUE (agent_id, month)
    )",
    "CREATE TABLE translation_pauses (
      {id},
      provider text NOT NULL CONSTRAINT uq_translation_pauses_provider UNIQUE,
      reason text NOT NULL CHECK (reason IN ('rate', 'quota')),
      until {time} NOT NULL
    )",
    "ALTER TABLE order_items ADD COLUMN translations text",
    "ALTER TABLE chat_messages ADD COLUMN translations text",
];

const DOWN: &[&str] = &[
    "ALTER TABLE chat_messages DROP COLUMN translations",
    "ALTER TABLE order_items DROP COLUMN translations",
    "DROP TABLE translation_pauses",
    "DROP TABLE translation_usage",
    "DROP TABLE translation_settings",
    "DROP TABLE translation_cache",
    "CREATE TABLE translation_cache (
      {id},
      source_hash text NOT NULL,
      target text NOT NULL,
      translated text NOT NULL,
      created_at {time} NOT NULL {now},
      CONSTRAINT uq_translation_cache_source_hash_target UNIQUE (source_hash, target)
    )",
];
