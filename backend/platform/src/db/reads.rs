//! Connections of PostgreSQL for reads outside of a transaction.
//!
//! sqlx's pool pings each connection that is returned, which costs a round trip per statement, and returns it in a task of its
//! own. That is a third of the cost of a short read. These connections are reused without a ping: a connection whose last read
//! did not end well is closed instead.

use super::{errors::is_unavailable, meter, uninterrupted::Uninterrupted};
use deadpool::{
    Runtime,
    managed::{self, Manager, Metrics, RecycleError, RecycleResult, Timeouts},
};
use sea_orm::{
    DbErr, QueryResult, RuntimeErr, Statement, Values,
    sqlx::{self, AssertSqlSafe, ConnectOptions, PgConnection, postgres::PgConnectOptions, query_with},
};
use sea_query_sqlx::SqlxValues;
use std::{sync::Arc, time::Duration};

/// How long a read waits for a connection before it uses sqlx's pool.
const WAIT_TIMEOUT: Duration = Duration::from_millis(50);
/// How long opening a connection may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
/// How long a read continues after its caller has stopped waiting. Its connection is closed then.
const INTERRUPTED_TIMEOUT: Duration = Duration::from_secs(2);
/// Connections are closed after this time, as the memory of their server processes grows.
const MAX_AGE: Duration = Duration::from_mins(30);
/// Connections are closed when they were not used for this time: a firewall may have forgotten them.
const MAX_IDLE: Duration = Duration::from_mins(10);

/// Up to some connections, opened when they are needed.
#[derive(Clone)]
pub(super) struct ReadConnections {
    connections: managed::Pool<Opener>,
}

struct Opener {
    options: PgConnectOptions,
}

/// A connection that may be in the middle of an answer.
struct ReadConnection {
    connection: PgConnection,
    is_reading: bool,
}

impl Manager for Opener {
    type Type = ReadConnection;
    type Error = sqlx::Error;

    async fn create(&self) -> Result<ReadConnection, sqlx::Error> {
        // The future is large, and would be a part of each read.
        let connection = Box::pin(self.options.connect()).await?;
        Ok(ReadConnection {
            connection,
            is_reading: false,
        })
    }

    async fn recycle(&self, connection: &mut ReadConnection, metrics: &Metrics) -> RecycleResult<sqlx::Error> {
        if connection.is_reading || is_worn(metrics.age(), metrics.last_used()) {
            return Err(RecycleError::message("closed"));
        }
        Ok(())
    }
}

/// Whether a connection of this age, unused for this time, is closed instead of reused.
fn is_worn(age: Duration, idle: Duration) -> bool {
    age > MAX_AGE || idle > MAX_IDLE
}

impl ReadConnections {
    /// Up to `max` connections to a PostgreSQL server. None is opened yet.
    pub(super) fn new(options: PgConnectOptions, max: usize) -> Result<Self, managed::BuildError> {
        let connections = managed::Pool::builder(Opener { options })
            .max_size(max)
            .runtime(Runtime::Tokio1)
            .timeouts(Timeouts {
                wait: Some(WAIT_TIMEOUT),
                create: Some(CONNECT_TIMEOUT),
                recycle: None,
            })
            .build()?;
        Ok(Self { connections })
    }

    /// How to connect to the server.
    pub(super) fn options(&self) -> &PgConnectOptions {
        &self.connections.manager().options
    }

    /// Closes the connections. Later reads use sqlx's pool.
    pub(super) fn close(&self) {
        self.connections.close();
    }

    /// The number of open connections, and how many of them are idle.
    pub(super) fn count(&self) -> (u32, u32) {
        let status = self.connections.status();
        let [open, idle] = [status.size, status.available].map(|number| u32::try_from(number).unwrap_or(u32::MAX));
        (open, idle)
    }

    /// The rows of a read. `None` when no connection is free soon or the connection is lost: sqlx's pool answers then.
    pub(super) async fn query_all(&self, statement: &Statement) -> Option<Result<Vec<QueryResult>, DbErr>> {
        let mut lent = self.connections.get().await.ok()?;
        let owned = statement.clone();
        let read = async move {
            lent.is_reading = true;
            let values = owned.values.unwrap_or(Values(Vec::new()));
            let rows = query_with(AssertSqlSafe(owned.sql), SqlxValues(values))
                .fetch_all(&mut lent.connection)
                .await;
            lent.is_reading = rows.is_err();
            rows
        };
        match Uninterrupted::with_limit(read, INTERRUPTED_TIMEOUT).await {
            Ok(rows) => {
                meter::record(statement);
                Some(Ok(rows.into_iter().map(QueryResult::from).collect()))
            }
            Err(error) => {
                let error = DbErr::Query(RuntimeErr::SqlxError(Arc::new(error)));
                if is_unavailable(&error) {
                    // The others are probably lost, too.
                    self.connections.retain(|_, _| false);
                    return None;
                }
                Some(Err(error))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{super::uninterrupted::interrupt, *};
    use sea_orm::DbBackend;

    #[test]
    fn old_and_unused_connections_are_closed() {
        let second = Duration::from_secs(1);
        assert!(!is_worn(MAX_AGE, MAX_IDLE));
        assert!(is_worn(MAX_AGE + second, second), "old");
        assert!(is_worn(MAX_IDLE + second, MAX_IDLE + second), "unused");
    }

    /// One connection, if a PostgreSQL server is given.
    fn connections() -> Option<ReadConnections> {
        let url = std::env::var("TEST_DATABASE_URL").ok()?;
        ReadConnections::new(url.parse().expect("an address"), 1).ok()
    }

    async fn read(connections: &ReadConnections, expression: &str) -> Option<Result<i32, DbErr>> {
        let sql = format!("SELECT {expression} AS number");
        let rows = connections
            .query_all(&Statement::from_string(DbBackend::Postgres, sql))
            .await?;
        Some(rows.and_then(|rows| rows[0].try_get("", "number")))
    }

    #[tokio::test]
    async fn a_read_after_an_interrupted_one_gets_its_own_answer() {
        let Some(connections) = connections() else { return };
        for polls in 1..20 {
            interrupt(
                read(
                    &connections,
                    "(SELECT count(*)::integer FROM generate_series(1, 20000))",
                ),
                polls,
            )
            .await;
            interrupt(read(&connections, "-1"), polls).await;
            // While the interrupted read runs, the only connection is in use.
            while connections.count() == (1, 0) {
                tokio::task::yield_now().await;
            }
            let number = read(&connections, &polls.to_string())
                .await
                .expect("a connection is free");
            assert_eq!(i64::from(number.expect("succeeds")), polls);
        }
        assert_eq!(connections.count(), (1, 1));
    }

    #[tokio::test]
    async fn a_failed_read_returns_its_error_and_closes_its_connection() {
        let Some(connections) = connections() else { return };
        let id = async || {
            read(&connections, "pg_backend_pid()")
                .await
                .expect("a connection")
                .expect("a number")
        };
        let first = id().await;
        assert_eq!(id().await, first, "connections are reused");
        let failed = read(&connections, "1 / 0").await.expect("a connection");
        assert!(failed.is_err_and(|error| !is_unavailable(&error)));
        assert_ne!(id().await, first);
    }
}
