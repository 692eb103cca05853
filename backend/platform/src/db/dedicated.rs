//! Dedicated connections for the auth lookup, the one statement that every request begins with.
//!
//! The pool pings each connection that is returned, which costs a round trip per statement, and returns it in a separate task.
//! For the auth lookup that is a third of its cost. So a few connections to PostgreSQL stay outside of the pool. When anything
//! goes wrong with one of them, it is dropped and the pool is used.

use super::meter;
use sea_orm::{
    DbErr, FromQueryResult, QueryResult,
    sqlx::{ConnectOptions, PgConnection, postgres::PgConnectOptions, query},
};
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

/// Most dedicated connections.
const MAX_IDLE: usize = 4;
/// How long a query may take before the pool is used instead.
const QUERY_TIMEOUT: Duration = Duration::from_secs(2);

/// The idle connections, and the options for opening more.
pub(crate) struct DedicatedConnections {
    options: PgConnectOptions,
    free: Mutex<Vec<IdleConnection>>,
    /// Permits for connections that are idle, in use, or being opened.
    permits: Arc<Semaphore>,
}

struct IdleConnection {
    connection: PgConnection,
    permit: OwnedSemaphorePermit,
}

/// A connection in use. It is closed unless it is put back, because a statement may still be running on it.
struct DedicatedConnection {
    connection: Option<PgConnection>,
    permit: Option<OwnedSemaphorePermit>,
    owner: Arc<DedicatedConnections>,
}

impl Drop for DedicatedConnection {
    fn drop(&mut self) {
        if let (Some(connection), Some(permit)) = (self.connection.take(), self.permit.take()) {
            self.owner.idle().push(IdleConnection { connection, permit });
        }
    }
}

impl DedicatedConnections {
    /// Connections to a PostgreSQL server. None is opened yet.
    pub(super) fn new(options: PgConnectOptions) -> Arc<Self> {
        Arc::new(Self {
            options,
            free: Mutex::default(),
            permits: Arc::new(Semaphore::new(MAX_IDLE)),
        })
    }

    /// How to connect to the server.
    pub(super) fn options(&self) -> &PgConnectOptions {
        &self.options
    }

    fn idle(&self) -> MutexGuard<'_, Vec<IdleConnection>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The first row of a statement with some integer parameters and one text parameter. `None` when no connection is idle or the
    /// query failed.
    pub(crate) async fn query_one<M: FromQueryResult>(
        self: &Arc<Self>,
        sql: &'static str,
        integers: &[i64],
        text: &str,
        last: Option<i64>,
    ) -> Option<Result<Option<M>, DbErr>> {
        let idle = self.idle().pop();
        let Some(IdleConnection { mut connection, permit }) = idle else {
            self.open_connection();
            return None;
        };
        let mut guard = DedicatedConnection {
            connection: None,
            permit: Some(permit),
            owner: Arc::clone(self),
        };
        let mut statement = query(sql);
        for integer in integers {
            statement = statement.bind(*integer);
        }
        statement = statement.bind(text);
        if let Some(last) = last {
            statement = statement.bind(last);
        }
        meter::record_statement();
        let found = timeout(QUERY_TIMEOUT, statement.fetch_optional(&mut connection)).await;
        let Ok(Ok(row)) = found else {
            tracing::debug!("dedicated connection closed: its query failed or took too long");
            return None;
        };
        guard.connection = Some(connection);
        let row = row.map(QueryResult::from);
        Some(row.map(|row| M::from_query_result(&row, "")).transpose())
    }

    /// Opens a connection for later requests, unless there are enough.
    fn open_connection(self: &Arc<Self>) {
        let Ok(permit) = Arc::clone(&self.permits).try_acquire_owned() else {
            return;
        };
        let mut guard = DedicatedConnection {
            connection: None,
            permit: Some(permit),
            owner: Arc::clone(self),
        };
        tokio::spawn(async move {
            let opened = guard.owner.options.connect().await;
            guard.connection = opened
                .inspect_err(|error| tracing::debug!(%error, "dedicated connection could not be opened"))
                .ok();
            drop(guard);
        });
    }
}
