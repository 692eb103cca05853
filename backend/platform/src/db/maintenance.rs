//! Maintenance of SQLite's full-text indexes.

use super::{DatabaseKind, Db};
use sea_orm::{ConnectionTrait, DbErr, Statement};
use std::time::Duration;

/// Segments that an index may have. Writes create segments and merge most of them automatically.
const MAX_SEGMENTS: i64 = 4;
/// Pages merged in one step. Other writers wait some tens of milliseconds for a step.
const PAGES_PER_STEP: i64 = 250;
/// Pause between two steps, for other writers.
const PAUSE: Duration = Duration::from_millis(20);

impl Db {
    /// Merges the segments of a full-text index into one, step by step. Returns how many there were.
    ///
    /// A search reads every segment for every n-gram. PostgreSQL's indexes have no such segments, and the result is 1.
    #[expect(
        clippy::disallowed_methods,
        reason = "other writers proceed during the pause between two steps"
    )]
    pub async fn merge_segments(&self, index: &'static str) -> Result<i64, DbErr> {
        if self.pool.database_kind() != DatabaseKind::Sqlite {
            return Ok(1);
        }
        let segments = query_number(
            &self.pool,
            &format!("SELECT count(DISTINCT segid) AS number FROM {index}_idx"),
        )
        .await?;
        if segments <= MAX_SEGMENTS {
            return Ok(segments);
        }
        // A negative number of pages starts a merge of all segments. The next steps continue it.
        let mut pages = -PAGES_PER_STEP;
        loop {
            // Take the write lock at once, like every other writer: a step that upgrades its lock later fails instead of waiting.
            let tx = self.pool.begin().await?;
            let before = query_number(&tx, TOTAL_CHANGES).await?;
            tx.execute_unprepared(&format!(
                "INSERT INTO {index} ({index}, rank) VALUES ('merge', {pages})"
            ))
            .await?;
            let changes = query_number(&tx, TOTAL_CHANGES).await? - before;
            tx.commit().await?;
            // The INSERT itself counts as one change.
            if changes < 2 {
                return Ok(segments);
            }
            pages = PAGES_PER_STEP;
            tokio::time::sleep(PAUSE).await;
        }
    }
}

const TOTAL_CHANGES: &str = "SELECT total_changes() AS number";

async fn query_number(connection: &impl ConnectionTrait, sql: &str) -> Result<i64, DbErr> {
    let statement = Statement::from_string(connection.get_database_backend(), sql);
    match connection.query_one_raw(statement).await? {
        Some(row) => row.try_get("", "number"),
        None => Ok(0),
    }
}
