//! The pool and its transactions.
//!
//! Both wrap SeaORM's types, because an acknowledged commit must be one that the database has confirmed:
//!
//! - A row of `INSERT … RETURNING` counts only once its statement has ended. sqlx stops at the first row and drops the error that
//!   the end of the statement reports: on SQLite a failed autocommit or a violated foreign key, on PostgreSQL a deferred
//!   constraint.
//! - A transaction in which a statement failed, or got no answer, is never committed. PostgreSQL answers `COMMIT` of a failed
//!   transaction with success and rolls back. SQLite rolls back by itself when the disk is full, and runs later statements
//!   outside of any transaction.
//! - A connection returns to the pool only outside of a transaction. sqlx counts the depth and keeps the count when `COMMIT` or
//!   `ROLLBACK` fails. The next `BEGIN` on such a connection would be a savepoint, and its commit would confirm nothing.
//! - A `BEGIN` is completed even if its caller has stopped waiting. sqlx counts the transaction when PostgreSQL has answered, so an
//!   interrupted one returned to the pool open, and took in the statements that other callers ran without a transaction.

use super::{
    DatabaseKind,
    reads::ReadConnections,
    running::{Running, RunningStatement},
    uninterrupted::Uninterrupted,
};
use sea_orm::{
    AccessMode, ConnectionTrait, DbBackend, DbErr, ExecResult, IsolationLevel, QueryResult, SqliteTransactionMode,
    Statement, TransactionOptions, TransactionTrait,
    sqlx::{
        self, Connection, Database,
        pool::{PoolConnectionMetadata, PoolOptions},
    },
};
use std::{
    future::Future,
    sync::atomic::{AtomicU32, Ordering},
};

#[expect(clippy::disallowed_types, reason = "platform owns the connection")]
type OrmPool = sea_orm::DatabaseConnection;
#[expect(clippy::disallowed_types, reason = "platform owns the connection")]
type OrmTransaction = sea_orm::DatabaseTransaction;

/// The connection pool.
#[derive(Clone)]
pub struct Pool {
    inner: OrmPool,
    /// Connections for reads outside of a transaction; only on PostgreSQL.
    reads: Option<ReadConnections>,
    running: Running,
}

/// An open transaction. It rolls back when it is dropped without [`Transaction::commit`].
pub struct Transaction {
    inner: OrmTransaction,
    /// Statements that have started and have not succeeded.
    unconfirmed: AtomicU32,
    _running: RunningStatement,
}

impl Pool {
    /// `connections` is how many statements run at the same time.
    pub(super) fn new(inner: OrmPool, reads: Option<ReadConnections>, connections: usize) -> Self {
        Self {
            inner,
            reads,
            running: Running::new(connections),
        }
    }

    /// The row of the first statement of a request, which waits until requests that have begun leave a connection free.
    pub(crate) async fn query_first_of_request(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        let _running = self.running.start_when_free().await;
        self.query_rows(statement).await.map(first)
    }

    /// The number of requests whose first statement waits.
    pub(super) fn waiting_requests(&self) -> usize {
        self.running.waiting()
    }

    async fn query_rows(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        if let Some(reads) = &self.reads
            && statement.sql.starts_with("SELECT")
            && let Some(rows) = reads.query_all(&statement).await
        {
            return rows;
        }
        self.inner.query_all_raw(statement).await
    }

    pub(super) fn reads(&self) -> Option<&ReadConnections> {
        self.reads.as_ref()
    }

    /// SeaORM's pool, for migrations.
    pub(super) fn orm(&self) -> &OrmPool {
        &self.inner
    }

    pub(crate) fn database_kind(&self) -> DatabaseKind {
        self.inner.get_database_backend().into()
    }

    /// Begins a write transaction. On SQLite it takes the write lock at once, so that no later statement fails to get it.
    pub(crate) async fn begin(&self) -> Result<Transaction, DbErr> {
        let options = TransactionOptions {
            sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
            ..Default::default()
        };
        self.begin_with(options).await
    }

    /// Begins a transaction that reads one state of the database. PostgreSQL refuses its writes.
    pub(crate) async fn begin_snapshot(&self) -> Result<Transaction, DbErr> {
        let options = match self.database_kind() {
            DatabaseKind::Postgres => TransactionOptions {
                isolation_level: Some(IsolationLevel::RepeatableRead),
                access_mode: Some(AccessMode::ReadOnly),
                ..Default::default()
            },
            DatabaseKind::Sqlite => TransactionOptions {
                sqlite_transaction_mode: Some(SqliteTransactionMode::Deferred),
                ..Default::default()
            },
        };
        self.begin_with(options).await
    }

    async fn begin_with(&self, options: TransactionOptions) -> Result<Transaction, DbErr> {
        let running = self.running.start();
        let pool = self.inner.clone();
        let begin = Uninterrupted::new(async move { pool.begin_with_options(options).await });
        Ok(Transaction {
            inner: begin.await?,
            unconfirmed: AtomicU32::new(0),
            _running: running,
        })
    }
}

impl Transaction {
    /// Commits. `Ok` means that the database has confirmed the commit.
    pub(crate) async fn commit(self) -> Result<(), DbErr> {
        if self.unconfirmed.load(Ordering::Relaxed) > 0 {
            self.rollback().await;
            return Err(DbErr::Custom("a statement of the transaction failed".to_owned()));
        }
        self.inner.commit().await
    }

    /// Rolls back. If that fails, the pool closes the connection, and the database rolls back.
    pub(crate) async fn rollback(self) {
        if let Err(error) = self.inner.rollback().await {
            tracing::warn!(%error, "rollback failed, closing the connection");
        }
    }

    /// Runs a statement and records whether it succeeded.
    async fn run<T>(&self, statement: impl Future<Output = Result<T, DbErr>>) -> Result<T, DbErr> {
        if self.unconfirmed.fetch_add(1, Ordering::Relaxed) > 0 {
            return Err(DbErr::Custom(
                "an earlier statement of the transaction failed".to_owned(),
            ));
        }
        let answer = statement.await?;
        self.unconfirmed.fetch_sub(1, Ordering::Relaxed);
        Ok(answer)
    }
}

#[async_trait::async_trait]
impl ConnectionTrait for Pool {
    fn get_database_backend(&self) -> DbBackend {
        self.inner.get_database_backend()
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        let _running = self.running.start();
        self.inner.execute_raw(statement).await
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        let _running = self.running.start();
        self.inner.execute_unprepared(sql).await
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        self.query_all_raw(statement).await.map(first)
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        let _running = self.running.start();
        self.query_rows(statement).await
    }
}

#[async_trait::async_trait]
impl ConnectionTrait for Transaction {
    fn get_database_backend(&self) -> DbBackend {
        self.inner.get_database_backend()
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        self.run(self.inner.execute_raw(statement)).await
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        self.run(self.inner.execute_unprepared(sql)).await
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        self.run(self.inner.query_all_raw(statement)).await.map(first)
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        self.run(self.inner.query_all_raw(statement)).await
    }
}

fn first(rows: Vec<QueryResult>) -> Option<QueryResult> {
    rows.into_iter().next()
}

/// Closes a connection that is returned inside of a transaction.
pub(super) fn close_unless_idle<DB: Database>(options: PoolOptions<DB>) -> PoolOptions<DB> {
    options
        .after_release(|connection: &mut DB::Connection, _: PoolConnectionMetadata| Box::pin(is_idle::<DB>(connection)))
}

/// Whether the connection is outside of a transaction by sqlx's count.
async fn is_idle<DB: Database>(connection: &mut DB::Connection) -> Result<bool, sqlx::Error> {
    if !connection.is_in_transaction() {
        return Ok(true);
    }
    // The rollback of a dropped transaction is queued, and the ping is answered after it.
    connection.ping().await?;
    let is_idle = !connection.is_in_transaction();
    if !is_idle {
        tracing::warn!("connection returned inside of a transaction, closing it");
    }
    Ok(is_idle)
}

#[cfg(test)]
mod tests {
    use super::{super::uninterrupted::interrupt, *};
    use sea_orm::{ConnectOptions, Database as Orm};

    /// A pool of one connection, so that a transaction uses the connection that the previous one left behind.
    async fn pool(url: &str) -> Pool {
        let mut options = ConnectOptions::new(url);
        options
            .max_connections(1)
            .sqlx_logging(false)
            .map_sqlx_postgres_pool_opts(close_unless_idle)
            .map_sqlx_sqlite_pool_opts(close_unless_idle)
            .map_sqlx_sqlite_opts(|options| options.pragma("journal_mode", "WAL"));
        Pool::new(Orm::connect(options).await.expect("connects"), None, 1)
    }

    /// A pool of each database, with a second pool in the role of another process.
    async fn pools(table: &str) -> (tempfile::TempDir, Vec<(Pool, Pool)>) {
        let folder = tempfile::tempdir().expect("a folder");
        let sqlite = format!("sqlite://{}/test.db?mode=rwc", folder.path().display());
        let urls = std::iter::once(sqlite).chain(std::env::var("TEST_DATABASE_URL").ok());
        let mut pools = Vec::new();
        for url in urls {
            let writer = pool(&url).await;
            for sql in [
                format!("DROP TABLE IF EXISTS {table}"),
                format!(
                    "CREATE TABLE {table} (id bigint PRIMARY KEY, parent bigint REFERENCES {table} (id) DEFERRABLE INITIALLY DEFERRED)"
                ),
            ] {
                writer.execute_unprepared(&sql).await.expect("prepares");
            }
            pools.push((writer, pool(&url).await));
        }
        (folder, pools)
    }

    async fn count(pool: &Pool, table: &str) -> i64 {
        let sql = format!("SELECT count(*) AS number FROM {table}");
        let statement = Statement::from_string(pool.get_database_backend(), sql);
        let row = pool.query_one_raw(statement).await.expect("counts").expect("a row");
        row.try_get("", "number").expect("a number")
    }

    async fn insert(pool: &Pool, table: &str, values: &str) -> Result<(), DbErr> {
        let tx = pool.begin().await?;
        tx.execute_unprepared(&format!("INSERT INTO {table} VALUES {values}"))
            .await?;
        tx.commit().await
    }

    #[tokio::test]
    async fn write_after_failed_commit_is_visible_to_others() {
        let (_folder, pools) = pools("after_commit").await;
        for (writer, reader) in &pools {
            insert(writer, "after_commit", "(1, 99)").await.expect_err("no parent");
            // Without the wrapper: a savepoint that is rolled back, and one that is "committed".
            insert(writer, "after_commit", "(2, 2), (2, 2)")
                .await
                .expect_err("twice");
            insert(writer, "after_commit", "(3, NULL)").await.expect("commits");
            assert_eq!(count(reader, "after_commit").await, 1);
        }
    }

    #[tokio::test]
    async fn write_after_interrupted_begin_is_visible_to_others() {
        let (_folder, pools) = pools("after_begin").await;
        for (writer, reader) in &pools {
            // How many polls it takes depends on how soon the database answers.
            for row in 1..=100 {
                interrupt(writer.begin(), row % 5 + 1).await;
                let sql = format!("INSERT INTO after_begin VALUES ({row}, NULL)");
                writer.execute_unprepared(&sql).await.expect("inserts");
                assert_eq!(count(reader, "after_begin").await, row);
            }
        }
    }

    #[tokio::test]
    async fn write_after_full_disk_is_visible_to_others() {
        let (_folder, pools) = pools("after_full").await;
        let (writer, reader) = &pools[0];
        let pages = "PRAGMA max_page_count";
        writer
            .execute_unprepared(&format!("{pages} = 8"))
            .await
            .expect("limits");
        let many: Vec<String> = (1..20_000).map(|id| format!("({id}, NULL)")).collect();
        for _ in 0..3 {
            insert(writer, "after_full", &many.join(",")).await.expect_err("full");
        }
        writer
            .execute_unprepared(&format!("{pages} = 100000"))
            .await
            .expect("makes room");
        insert(writer, "after_full", &many.join(",")).await.expect("commits");
        assert_eq!(count(reader, "after_full").await, 19_999);
    }

    #[tokio::test]
    async fn transaction_with_failed_statement_is_not_committed() {
        let (_folder, pools) = pools("after_statement").await;
        for (writer, reader) in &pools {
            let tx = writer.begin().await.expect("begins");
            tx.execute_unprepared("INSERT INTO after_statement VALUES (1, NULL)")
                .await
                .expect("inserts");
            tx.execute_unprepared("INSERT INTO after_statement VALUES (1, NULL)")
                .await
                .expect_err("twice");
            tx.execute_unprepared("INSERT INTO after_statement VALUES (2, NULL)")
                .await
                .expect_err("refused after a failure");
            tx.commit().await.expect_err("not committed");
            assert_eq!(count(reader, "after_statement").await, 0);
        }
    }

    #[tokio::test]
    async fn returned_row_counts_only_once_its_statement_has_ended() {
        let (_folder, pools) = pools("after_row").await;
        for (writer, reader) in &pools {
            let sql = "INSERT INTO after_row VALUES (1, 99) RETURNING id";
            let statement = Statement::from_string(writer.get_database_backend(), sql);
            writer.query_one_raw(statement).await.expect_err("no parent at the end");
            assert_eq!(count(reader, "after_row").await, 0);
        }
    }
}
