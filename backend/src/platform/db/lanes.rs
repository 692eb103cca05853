//! Connections kept for the one statement that every request begins with: who asks.
//!
//! A pool asks each connection that comes back whether it is still good, which is a round trip more for every statement, and
//! hands it back by a task of its own. For the statement of every request that is a third of its cost. So a few connections to
//! PostgreSQL stay out of the pool: taken, asked, laid back. Whatever goes wrong with one, it is dropped and the pool is asked.

use super::meter;
use sea_orm::{
    DbErr, FromQueryResult, QueryResult,
    sqlx::{ConnectOptions, PgConnection, postgres::PgConnectOptions, query},
};
use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::time::timeout;

/// Connections that are kept.
const KEPT: usize = 4;
/// How long an answer may take before the pool is asked instead.
const PATIENCE: Duration = Duration::from_secs(2);

/// The connections that are free, and where more come from.
pub(in crate::platform) struct Lanes {
    options: PgConnectOptions,
    free: Mutex<Vec<PgConnection>>,
    /// Those that are free, in use, or being opened.
    open: AtomicUsize,
}

/// A connection in use; one that is not laid back is closed, for nobody knows what is still under way on it.
struct Lane {
    connection: Option<PgConnection>,
    lanes: Arc<Lanes>,
}

impl Drop for Lane {
    fn drop(&mut self) {
        match self.connection.take() {
            Some(connection) => self.lanes.free().push(connection),
            None => {
                self.lanes.open.fetch_sub(1, Ordering::Relaxed);
            }
        }
    }
}

impl Lanes {
    /// To a PostgreSQL server; none are opened yet.
    pub(super) fn to(options: PgConnectOptions) -> Arc<Self> {
        Arc::new(Self {
            options,
            free: Mutex::default(),
            open: AtomicUsize::new(0),
        })
    }

    fn free(&self) -> MutexGuard<'_, Vec<PgConnection>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The first row of a statement about numbers and one word; nothing at all where no connection is free or it failed.
    pub(in crate::platform) async fn one<M: FromQueryResult>(
        self: &Arc<Self>,
        sql: &'static str,
        numbers: &[i64],
        word: &str,
        last: Option<i64>,
    ) -> Option<Result<Option<M>, DbErr>> {
        let free = self.free().pop();
        let Some(mut connection) = free else {
            self.open_one();
            return None;
        };
        let mut lane = Lane {
            connection: None,
            lanes: Arc::clone(self),
        };
        let mut asked = query(sql);
        for number in numbers {
            asked = asked.bind(*number);
        }
        asked = asked.bind(word);
        if let Some(last) = last {
            asked = asked.bind(last);
        }
        meter::count_one();
        let found = timeout(PATIENCE, asked.fetch_optional(&mut connection)).await;
        let Ok(Ok(row)) = found else {
            tracing::debug!("a connection was given up");
            return None;
        };
        lane.connection = Some(connection);
        let row = row.map(QueryResult::from);
        Some(row.map(|row| M::from_query_result(&row, "")).transpose())
    }

    /// Opens one more for those who come later.
    fn open_one(self: &Arc<Self>) {
        let opened = self.open.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |open| {
            (open < KEPT).then_some(open + 1)
        });
        if opened.is_err() {
            return;
        }
        let mut lane = Lane {
            connection: None,
            lanes: Arc::clone(self),
        };
        tokio::spawn(async move {
            let opened = lane.lanes.options.connect().await;
            lane.connection = opened
                .inspect_err(|error| tracing::debug!(%error, "no connection was opened"))
                .ok();
            drop(lane);
        });
    }
}
