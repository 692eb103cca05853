//! Faster search in large orders and for rare words.
//!
//! - SQLite: the text is split recursively into halves. Before, each character was found by counting from the beginning.
//! - PostgreSQL: the declared cost of the key function is lower. With the high cost the planner started parallel workers and
//!   JIT compilation, which took ten times as long as the search.
//! - Two unused indexes of items are dropped.

use crate::{helpers, m20261121_0017_search as search};
use sea_orm_migration::{prelude::*, sea_orm::DbBackend};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

/// The maximum length of the smallest parts.
const PIECE: usize = 16;

/// The query that puts a separator between all characters of the text. The text is halved until a part has at most
/// [`PIECE`] characters. A shorter part has superfluous separators at its end, which are trimmed.
fn pairs() -> String {
    let letters: Vec<String> = (1..=PIECE).map(|place| format!("substr(piece, {place}, 1)")).collect();
    format!(
        "
      WITH RECURSIVE half (start, size, piece) AS (
        SELECT 0, length(new.search_text), new.search_text
        UNION ALL
        SELECT start, size / 2, substr(piece, 1, size / 2) FROM half WHERE size > {PIECE}
        UNION ALL
        SELECT start + size / 2, size - size / 2, substr(piece, size / 2 + 1) FROM half WHERE size > {PIECE}
      )
      SELECT coalesce(group_concat(rtrim({}, char(31)), char(31)), '')
      FROM (SELECT piece FROM half WHERE size <= {PIECE} ORDER BY start)",
        letters.join(" || char(31) || ")
    )
}

const UNUSED: &[(&str, &str)] = &[
    ("ix_order_items_domestic_track", "agent_id, domestic_track"),
    (
        "ix_order_items_marketplace_order_number",
        "agent_id, marketplace_order_number",
    ),
];

const KEYS: &str = "ALTER FUNCTION order_search_keys(bigint, text)";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for (index, _) in UNUSED {
            helpers::run(manager, &[&format!("DROP INDEX {index}")]).await?;
        }
        match manager.get_database_backend() {
            DbBackend::Postgres => helpers::run(manager, &[&format!("{KEYS} PARALLEL UNSAFE COST 300")]).await,
            _ => search::sqlite_triggers(manager, &pairs()).await,
        }
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for (index, columns) in UNUSED {
            helpers::run(manager, &[&format!("CREATE INDEX {index} ON order_items ({columns})")]).await?;
        }
        match manager.get_database_backend() {
            DbBackend::Postgres => helpers::run(manager, &[&format!("{KEYS} PARALLEL SAFE COST 10000")]).await,
            _ => search::sqlite_triggers(manager, search::SQLITE_PAIRS).await,
        }
    }
}
