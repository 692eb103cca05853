//! Whether PostgreSQL can be reached, checked on a connection of its own.
//!
//! A pool that has lost its server tries to connect until its time-out, for ten seconds per request. This check ends such waits.

use super::{Db, reads::ReadConnections};
use sea_orm::sqlx::{ConnectOptions, Connection};
use std::{future::Future, time::Duration};
use tokio::{
    sync::watch,
    time::{sleep, timeout},
};

/// The time between two checks.
const INTERVAL: Duration = Duration::from_millis(300);
/// How long an answer may take. A machine that is busy must not look like a lost database.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(2);
/// How long opening a connection may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);

/// Whether the database can be reached.
pub(crate) struct DatabaseHealth {
    lost: watch::Sender<bool>,
}

impl Default for DatabaseHealth {
    fn default() -> Self {
        Self {
            lost: watch::Sender::new(false),
        }
    }
}

impl DatabaseHealth {
    /// Whether the database can't be reached.
    pub(crate) fn is_lost(&self) -> bool {
        *self.lost.borrow()
    }

    /// Completes when the database can't be reached.
    pub(crate) async fn lost(&self) {
        // The sender lives as long as `self`.
        self.lost.subscribe().wait_for(|lost| *lost).await.ok();
    }

    fn set_lost(&self, lost: bool) {
        let changed = self
            .lost
            .send_if_modified(|current| std::mem::replace(current, lost) != lost);
        match (changed, lost) {
            (true, true) => tracing::error!("database lost: requests are refused until it is back"),
            (true, false) => tracing::info!("database is back"),
            (false, _) => {}
        }
    }
}

impl Db {
    /// Keeps `health` up to date until `stopping` is set. SQLite has no server that could be lost.
    #[expect(clippy::disallowed_methods, reason = "a monitor that asks at intervals")]
    pub(crate) async fn watch_health(&self, health: &DatabaseHealth, mut stopping: watch::Receiver<bool>) {
        let Some(options) = self.pool.reads().map(ReadConnections::options) else {
            return;
        };
        let watched = async {
            loop {
                if let Some(mut connection) = in_time(CONNECT_TIMEOUT, options.connect()).await {
                    health.set_lost(false);
                    while in_time(ANSWER_TIMEOUT, connection.ping()).await.is_some() {
                        sleep(INTERVAL).await;
                    }
                } else {
                    health.set_lost(true);
                    sleep(INTERVAL).await;
                }
            }
        };
        tokio::select! {
            () = watched => {}
            _ = stopping.wait_for(|stop| *stop) => {}
        }
    }
}

async fn in_time<T>(limit: Duration, action: impl Future<Output = Result<T, sea_orm::sqlx::Error>>) -> Option<T> {
    timeout(limit, action).await.ok()?.ok()
}
