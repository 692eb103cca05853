//! Signals between replicas: PostgreSQL's `NOTIFY`, or a channel within the process on SQLite.
//!
//! A signal says that something has changed, not what. Its receivers read the change from the database.
//! [`SESSIONS_CHANGED`] and [`ChangeSignal`](super::ChangeSignal) are the signals of this crate; all others are defined by their
//! features.

use super::changes::PendingChanges;
use crate::{db::DatabaseKind, state::AppState};
use sea_orm::{ConnectionTrait, Statement, sqlx::postgres::PgListener};
use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::{
    sync::{Notify, mpsc, watch},
    time::{MissedTickBehavior, interval, sleep, timeout},
};

/// The name of PostgreSQL's channel.
const CHANNEL: &str = "karavan_signals";
/// The signal that sessions, memberships or rights have changed: every replica checks the sessions of its sockets.
pub const SESSIONS_CHANGED: &str = "sessions changed";
/// How long further changes are collected into one signal.
const COLLECT_DELAY: Duration = Duration::from_millis(20);
/// Longest signal, in bytes. PostgreSQL accepts less than 8,000.
pub(super) const MAX_SIGNAL_BYTES: usize = 7_900;
/// How long a socket waits until signals are received.
const RECEIVE_TIMEOUT: Duration = Duration::from_secs(5);
/// Most signals queued within this process.
const QUEUE_CAPACITY: usize = 4_096;

/// The channel within the process, and the state of the receiver.
pub struct Bus {
    send: mpsc::Sender<String>,
    receive: Mutex<Option<mpsc::Receiver<String>>>,
    /// Whether signals are being received.
    is_connected: watch::Sender<bool>,
    /// Notified when an operation of this replica has changed sessions.
    session_changes: Notify,
    /// Whether this replica forwards changes. Without it, changes are dropped.
    forwarding: AtomicBool,
    pub(super) pending_changes: PendingChanges,
    /// Notified when there are pending changes.
    pub(super) changes_ready: Notify,
}

impl Bus {
    pub(super) fn is_forwarding(&self) -> bool {
        self.forwarding.load(Ordering::Relaxed)
    }
}

impl Default for Bus {
    fn default() -> Self {
        let (send, receive) = mpsc::channel(QUEUE_CAPACITY);
        Self {
            send,
            receive: Mutex::new(Some(receive)),
            is_connected: watch::Sender::new(false),
            session_changes: Notify::new(),
            forwarding: AtomicBool::new(false),
            pending_changes: PendingChanges::default(),
            changes_ready: Notify::new(),
        }
    }
}

impl AppState {
    /// Sends a signal to every replica, including this one. Call it after the commit.
    ///
    /// A lost signal delays messages but loses none: the next one delivers all messages after the last delivered one.
    pub async fn send_signal(&self, signal: String) {
        if signal.len() > MAX_SIGNAL_BYTES {
            tracing::warn!(bytes = signal.len(), "signal not sent: too long");
            return;
        }
        let pool = &self.db.pool;
        let sent = match DatabaseKind::from(pool.get_database_backend()) {
            DatabaseKind::Sqlite => self.bus.send.try_send(signal).map_err(|error| error.to_string()),
            DatabaseKind::Postgres => {
                let sql = format!("SELECT pg_notify('{CHANNEL}', $1)");
                let notify = Statement::from_sql_and_values(pool.get_database_backend(), sql, [signal.into()]);
                pool.execute_raw(notify)
                    .await
                    .map(drop)
                    .map_err(|error| error.to_string())
            }
        };
        if let Err(error) = sent {
            tracing::warn!(error, "signal not sent");
        }
    }

    /// Makes every replica check the sessions of its sockets. Call it after the commit of an operation that ends sessions,
    /// disables a person or an account, or takes rights away.
    ///
    /// It costs the request no statement: [`Self::forward_changes`] sends the signal.
    pub fn notify_session_change(&self) {
        self.bus.session_changes.notify_one();
    }

    /// Sends [`SESSIONS_CHANGED`] after calls of [`Self::notify_session_change`], and the changes of committed transactions, until
    /// `stopping` is set. What happens within [`COLLECT_DELAY`] is sent together.
    #[expect(clippy::disallowed_methods, reason = "collects the calls of a moment")]
    pub async fn forward_changes(&self, mut stopping: watch::Receiver<bool>) {
        self.bus.forwarding.store(true, Ordering::Relaxed);
        let sessions = async {
            loop {
                self.bus.session_changes.notified().await;
                sleep(COLLECT_DELAY).await;
                self.send_signal(SESSIONS_CHANGED.to_owned()).await;
            }
        };
        let changes = async {
            loop {
                self.bus.changes_ready.notified().await;
                sleep(COLLECT_DELAY).await;
                self.send_pending_changes().await;
            }
        };
        let stopped = async { stopping.wait_for(|stop| *stop).await.map(drop) };
        tokio::select! {
            () = sessions => {}
            () = changes => {}
            _ = stopped => {}
        }
        self.bus.forwarding.store(false, Ordering::Relaxed);
        // Other replicas have sockets that follow what this one has committed.
        self.send_pending_changes().await;
    }

    async fn send_pending_changes(&self) {
        for signal in self.bus.pending_changes.take_signals() {
            self.send_signal(signal).await;
        }
    }

    /// Waits a moment until signals are received. A socket that subscribed earlier would not know what it has missed.
    pub async fn wait_for_signals(&self) -> bool {
        let mut receiving = self.bus.is_connected.subscribe();
        matches!(
            timeout(RECEIVE_TIMEOUT, receiving.wait_for(|receiving| *receiving)).await,
            Ok(Ok(_))
        )
    }

    /// Passes every signal to `handle` until `stopping` is set. `handle` must not wait: signals that are not received are lost.
    pub async fn handle_signals(&self, mut stopping: watch::Receiver<bool>, handle: impl Fn(String)) {
        let listening = async {
            match DatabaseKind::from(self.db.pool.get_database_backend()) {
                DatabaseKind::Sqlite => self.receive_local(&handle).await,
                DatabaseKind::Postgres => self.receive_postgres(&handle).await,
            }
        };
        let stopped = async { stopping.wait_for(|stop| *stop).await.map(drop) };
        tokio::select! {
            () = listening => {}
            _ = stopped => {}
        }
    }

    async fn receive_local(&self, handle: &impl Fn(String)) {
        let receive = self.bus.receive.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(mut receive) = receive else { return };
        self.bus.is_connected.send_replace(true);
        while let Some(signal) = receive.recv().await {
            handle(signal);
        }
    }

    async fn receive_postgres(&self, handle: &impl Fn(String)) {
        let mut retry = interval(Duration::from_secs(1));
        retry.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            retry.tick().await;
            let mut listener = match PgListener::connect(&self.config.database_url).await {
                Ok(listener) => listener,
                Err(error) => {
                    tracing::warn!(%error, "signal listener could not connect");
                    continue;
                }
            };
            if let Err(error) = listener.listen(CHANNEL).await {
                tracing::warn!(%error, "signal listener could not listen");
                continue;
            }
            self.bus.is_connected.send_replace(true);
            loop {
                match listener.try_recv().await {
                    Ok(Some(signal)) => handle(signal.payload().to_owned()),
                    // Signals sent while the connection was down are lost. Sockets must reconnect and fetch what they missed.
                    Ok(None) => self.hub.close_all((4200, "signals were missed")),
                    Err(error) => {
                        tracing::warn!(%error, "signal listener lost its connection");
                        self.bus.is_connected.send_replace(false);
                        self.hub.close_all((4200, "signals were missed"));
                        break;
                    }
                }
            }
        }
    }
}
