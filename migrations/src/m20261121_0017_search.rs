//! The search index of orders, which finds any substring of one or more characters, and two indexes for sections of the
//! agent's order table.
//!
//! Triggers on `orders.search_text` maintain the index, so code that writes orders need not know about it. The index only
//! yields candidates: the query also checks `search_text`, so a false positive costs one read and never changes a result.
//!
//! - SQLite: FTS5 with the trigram tokenizer. Words of one or two characters are found in the column `pairs`, the text with a
//!   separator (U+001F) between all characters: a trigram of it contains one character or two neighbouring ones. The columns
//!   `owner` and `client` contain three characters that encode an id, which is one trigram each, so an agent's search does not
//!   read other agents' orders.
//! - PostgreSQL: GIN over integers, one for each n-gram of one, two or three characters, mixed with the agent's id. It needs no
//!   extension and does not depend on the locale. `pg_trgm` ignores letters outside ASCII in the C locale.

use crate::helpers;
use sea_orm_migration::{prelude::*, sea_orm::DbBackend};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

/// Indexes for the sections of the agent's order table that combine several states.
const SECTIONS: &[&str] = &[
    "CREATE INDEX ix_orders_to_buy ON orders (agent_id, id) WHERE status IN ('paid', 'purchasing')",
    "CREATE INDEX ix_orders_awaited ON orders (agent_id, id) WHERE status IN ('purchased', 'expected')",
];

const SQLITE_TABLE: &str = "CREATE VIRTUAL TABLE order_search USING fts5 (
  owner, client, text, pairs,
  content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
)";

const SQLITE_TRIGGERS: &[(&str, &str)] = &[
    // The WITH clause is in a nested SELECT, because a statement of a trigger can't begin with WITH.
    ("orders_search_insert", "AFTER INSERT ON orders BEGIN {index}; END"),
    (
        "orders_search_update",
        "AFTER UPDATE OF search_text ON orders WHEN new.search_text <> old.search_text BEGIN
          DELETE FROM order_search WHERE rowid = old.id;
          {index};
        END",
    ),
    (
        "orders_search_delete",
        "AFTER DELETE ON orders BEGIN DELETE FROM order_search WHERE rowid = old.id; END",
    ),
];

const SQLITE_INDEX: &str = "INSERT INTO order_search (rowid, owner, client, text, pairs) SELECT new.id,
    char(57344 + (new.agent_id >> 24 & 4095), 57344 + (new.agent_id >> 12 & 4095), 57344 + (new.agent_id & 4095)),
    char(983040 + (new.client_id >> 24 & 4095), 983040 + (new.client_id >> 12 & 4095), 983040 + (new.client_id & 4095)),
    new.search_text,
    char(31) || ({pairs}) || char(31)";

/// Splits the text into parts of 128 characters first, because `substr` counts the characters from the beginning of a text.
pub(crate) const SQLITE_PAIRS: &str = "
      WITH RECURSIVE
        part (start, piece) AS (
          SELECT 0, substr(new.search_text, 1, 128)
          UNION ALL
          SELECT start + 128, substr(new.search_text, start + 129, 128) FROM part WHERE length(piece) = 128
        ),
        one (start, piece, place) AS (
          SELECT start, piece, 1 FROM part WHERE piece <> ''
          UNION ALL
          SELECT start, piece, place + 1 FROM one WHERE place < length(piece)
        )
      SELECT group_concat(letter, char(31)) FROM (SELECT substr(piece, place, 1) AS letter FROM one ORDER BY start + place)";

const POSTGRES: &[&str] = &[
    "CREATE FUNCTION order_search_keys(owner bigint, words text) RETURNS bigint[]
      LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 10000 AS $$
        SELECT coalesce(
          array_agg(a # (owner << 40))
          || array_agg(((a << 21) | b) # (owner << 40)) FILTER (WHERE b <> 32)
          || array_agg(((a << 42) | (b << 21) | c) # (owner << 40)) FILTER (WHERE b <> 32 AND c <> 32),
          '{}')
        FROM (
          SELECT a, lead(a) OVER along AS b, lead(a, 2) OVER along AS c
          FROM (SELECT ascii(letter)::bigint AS a, place FROM \
          unnest(string_to_array(words, NULL)) WITH ORDINALITY AS u (letter, place)) AS letters
          WINDOW along AS (ORDER BY place)
        ) AS runs
        WHERE a <> 32
      $$",
    "CREATE TABLE order_search (
      {id},
      order_id bigint NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
      agent_id bigint NOT NULL,
      words text NOT NULL
    )",
    "CREATE INDEX ix_order_search_order_id ON order_search (order_id)",
    "CREATE INDEX ix_order_search_keys ON order_search USING gin (order_search_keys(agent_id, words))",
    // Items are mostly added at the end of the text. Then only the appended part is indexed, as a row of its own.
    // No word spans both parts, because the appended part begins with a space.
    "CREATE FUNCTION index_order() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'UPDATE' AND starts_with(NEW.search_text, OLD.search_text || ' ') THEN
          INSERT INTO order_search (order_id, agent_id, words)
          VALUES (NEW.id, NEW.agent_id, substr(NEW.search_text, length(OLD.search_text) + 2));
          RETURN NULL;
        END IF;
        IF TG_OP = 'UPDATE' THEN
          DELETE FROM order_search WHERE order_id = NEW.id;
        END IF;
        INSERT INTO order_search (order_id, agent_id, words) VALUES (NEW.id, NEW.agent_id, NEW.search_text);
        RETURN NULL;
      END $$",
    "CREATE TRIGGER orders_search_insert AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION index_order()",
    "CREATE TRIGGER orders_search_update AFTER UPDATE OF search_text ON orders FOR EACH ROW
      WHEN (NEW.search_text <> OLD.search_text) EXECUTE FUNCTION index_order()",
    "INSERT INTO order_search (order_id, agent_id, words) SELECT id, agent_id, search_text FROM orders",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        helpers::run(manager, SECTIONS).await?;
        if manager.get_database_backend() == DbBackend::Postgres {
            return helpers::run(manager, POSTGRES).await;
        }
        helpers::run(manager, &[SQLITE_TABLE]).await?;
        sqlite_triggers(manager, SQLITE_PAIRS).await?;
        let fill = format!("{SQLITE_INDEX} FROM orders AS new").replace("{pairs}", SQLITE_PAIRS);
        helpers::run(manager, &[&fill]).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        connection
            .execute_unprepared("DROP INDEX ix_orders_to_buy; DROP INDEX ix_orders_awaited")
            .await?;
        if manager.get_database_backend() == DbBackend::Postgres {
            connection
                .execute_unprepared(
                    "DROP TRIGGER orders_search_insert ON orders; DROP TRIGGER orders_search_update ON orders",
                )
                .await?;
            connection.execute_unprepared("DROP FUNCTION index_order()").await?;
            helpers::drop(manager, &["order_search"]).await?;
            connection
                .execute_unprepared("DROP FUNCTION order_search_keys(bigint, text)")
                .await?;
            return Ok(());
        }
        for (trigger, _) in SQLITE_TRIGGERS {
            connection
                .execute_unprepared(&format!("DROP TRIGGER {trigger}"))
                .await?;
        }
        helpers::drop(manager, &["order_search"]).await
    }
}

/// Creates or replaces the triggers of the SQLite index. `pairs` is the query that splits an order's text into characters.
pub(crate) async fn sqlite_triggers(manager: &SchemaManager<'_>, pairs: &str) -> Result<(), DbErr> {
    let index = SQLITE_INDEX.replace("{pairs}", pairs);
    for (name, when) in SQLITE_TRIGGERS {
        let trigger = format!("CREATE TRIGGER {name} {}", when.replace("{index}", &index));
        let drop = format!("DROP TRIGGER IF EXISTS {name}");
        helpers::run(manager, &[&drop, &trigger]).await?;
    }
    Ok(())
}
