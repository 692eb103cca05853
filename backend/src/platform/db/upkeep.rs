//! What SQLite is asked for now and then, so that it stays quick.

use super::{Db, Flavour};
use sea_orm::{ConnectionTrait, DbErr, Statement};
use std::time::Duration;

/// Parts of a full-text index that are left alone: writing makes them and merges most of them by itself.
const PARTS: i64 = 4;
/// Pages of one step. Whoever else writes waits for some tens of milliseconds.
const STEP: i64 = 250;
/// Left to the others between two steps.
const PAUSE: Duration = Duration::from_millis(20);

impl Db {
    /// Makes one part of a full-text index that lies in many, a step at a time; says how many there were.
    ///
    /// A search looks into each part for each piece of each word. Where the index is no table of SQLite's, there is one part.
    #[expect(
        clippy::disallowed_methods,
        reason = "a pause between two steps lets other writers in"
    )]
    pub async fn merge_parts(&self, index: &'static str) -> Result<i64, DbErr> {
        if self.pool.flavour() != Flavour::Sqlite {
            return Ok(1);
        }
        let parts = number(
            &self.pool,
            &format!("SELECT count(DISTINCT segid) AS number FROM {index}_idx"),
        )
        .await?;
        if parts <= PARTS {
            return Ok(parts);
        }
        // The first step says that all parts are to become one; those after it go on with that.
        let mut pages = -STEP;
        loop {
            // The lock at once, like every other writer: a step that asked for it half-way would be turned away, not wait.
            let tx = self.pool.begin().await?;
            let before = number(&tx, CHANGES).await?;
            tx.execute_unprepared(&format!(
                "INSERT INTO {index} ({index}, rank) VALUES ('merge', {pages})"
            ))
            .await?;
            let changes = number(&tx, CHANGES).await? - before;
            tx.commit().await?;
            // The insert itself is one.
            if changes < 2 {
                return Ok(parts);
            }
            pages = STEP;
            tokio::time::sleep(PAUSE).await;
        }
    }
}

const CHANGES: &str = "SELECT total_changes() AS number";

async fn number(connection: &impl ConnectionTrait, sql: &str) -> Result<i64, DbErr> {
    let statement = Statement::from_string(connection.get_database_backend(), sql);
    match connection.query_one_raw(statement).await? {
        Some(row) => row.try_get("", "number"),
        None => Ok(0),
    }
}
