//! Signals between replicas: PostgreSQL's `NOTIFY`, a NATS server, or a channel within the process on SQLite.
//!
//! A signal says that something has changed, without the change itself. Its receivers read the change from the database.
//! [`SESSIONS_CHANGED`](super::SESSIONS_CHANGED) and [`ChangeSignal`](super::ChangeSignal) are the signals of this crate; all others
//! are defined by their features.

use super::{
    changes::{ChangeSet, PendingChanges},
    recent::RecentChanges,
    transport::{Local, Nats, Postgres, Transport},
};
use crate::{
    config::Config,
    db::{DatabaseKind, Db},
};
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};
use tokio::sync::{Notify, watch};

/// The transport of signals, and the signals that wait to be sent.
pub struct Bus {
    pub(super) transport: Box<dyn Transport>,
    /// Whether signals are being received.
    pub(super) is_connected: watch::Sender<bool>,
    /// Notified when an operation of this replica has changed sessions.
    pub(super) session_changes: Notify,
    /// Whether this replica forwards changes. Without it, changes are dropped.
    pub(super) forwarding: AtomicBool,
    pub(super) pending_changes: PendingChanges,
    pub(super) recent_changes: RecentChanges,
    /// Notified when there are pending changes.
    pub(super) changes_ready: Notify,
    /// Notified when a transaction of this replica has changed rows.
    pub(super) committed: Notify,
}

impl Bus {
    /// The bus of a replica with this database: a broker if one is configured, otherwise the transport of the database.
    pub(crate) fn new(db: &Db, config: &Config) -> Self {
        let transport: Box<dyn Transport> = match &config.broker_url {
            Some(url) => Box::new(Nats::new(url.clone())),
            None => match db.pool.database_kind() {
                DatabaseKind::Sqlite => Box::new(Local::default()),
                DatabaseKind::Postgres => Box::new(Postgres {
                    pool: db.pool.clone(),
                    url: config.database_url.clone(),
                }),
            },
        };
        Self {
            transport,
            is_connected: watch::Sender::new(false),
            session_changes: Notify::new(),
            forwarding: AtomicBool::new(false),
            pending_changes: PendingChanges::default(),
            recent_changes: RecentChanges::default(),
            changes_ready: Notify::new(),
            committed: Notify::new(),
        }
    }

    fn is_forwarding(&self) -> bool {
        self.forwarding.load(Ordering::Relaxed)
    }
}

/// Publishes the changes of a scope's statements.
#[derive(Clone)]
pub(crate) struct ChangePublisher {
    bus: Arc<Bus>,
    /// The socket of the page that sent the request.
    origin: Option<Arc<str>>,
}

impl ChangePublisher {
    pub(crate) fn new(bus: &Arc<Bus>, origin: Option<Arc<str>>) -> Self {
        Self {
            bus: Arc::clone(bus),
            origin,
        }
    }

    /// Hands committed changes to the task that signals them. It costs no statement.
    pub(crate) fn publish(&self, changes: ChangeSet) {
        if changes.is_empty() {
            return;
        }
        self.bus.committed.notify_one();
        if self.bus.is_forwarding() {
            self.bus.pending_changes.add(self.origin.clone(), changes);
            self.bus.changes_ready.notify_one();
        }
    }
}
