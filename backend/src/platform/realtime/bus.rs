//! Signals between replicas: over PostgreSQL's own notifications, and within the process where the database is a file.
//!
//! A signal says that there is something new, never what: whoever is told reads it from the database, which alone is believed.

use crate::platform::{db::Flavour, state::AppState};
use sea_orm::{ConnectionTrait, Statement, sqlx::postgres::PgListener};
use std::{
    future::Future,
    sync::{Mutex, PoisonError},
    time::Duration,
};
use tokio::{
    sync::{mpsc, watch},
    time::{MissedTickBehavior, interval, timeout},
};

/// The name of PostgreSQL's channel.
const CHANNEL: &str = "karavan_signals";
/// Longest signal, in bytes; PostgreSQL takes less than 8,000.
const LONGEST: usize = 7_900;
/// How long a socket waits for signals to be heard.
const PATIENCE: Duration = Duration::from_secs(5);
/// Signals that wait for this process.
const QUEUE: usize = 4_096;

/// The way within the process.
pub struct Bus {
    send: mpsc::Sender<String>,
    receive: Mutex<Option<mpsc::Receiver<String>>>,
    /// Whether signals are heard now.
    hears: watch::Sender<bool>,
}

impl Default for Bus {
    fn default() -> Self {
        let (send, receive) = mpsc::channel(QUEUE);
        Self {
            send,
            receive: Mutex::new(Some(receive)),
            hears: watch::Sender::new(false),
        }
    }
}

impl AppState {
    /// Sends a signal to every replica, this one too; call it after the commit.
    ///
    /// A signal that is lost costs a moment, no message: listeners ask for what came after the last they know.
    pub async fn signal(&self, signal: String) {
        if signal.len() > LONGEST {
            tracing::warn!(bytes = signal.len(), "a signal is too long");
            return;
        }
        let pool = &self.db.pool;
        let sent = match Flavour::from(pool.get_database_backend()) {
            Flavour::Sqlite => self.bus.send.try_send(signal).map_err(|error| error.to_string()),
            Flavour::Postgres => {
                let sql = format!("SELECT pg_notify('{CHANNEL}', $1)");
                let notify = Statement::from_sql_and_values(pool.get_database_backend(), sql, [signal.into()]);
                pool.execute_raw(notify)
                    .await
                    .map(drop)
                    .map_err(|error| error.to_string())
            }
        };
        if let Err(error) = sent {
            tracing::warn!(error, "a signal was not sent");
        }
    }

    /// Waits a moment until signals are heard: who listened before would not know what was missed.
    pub async fn hears_signals(&self) -> bool {
        let mut hears = self.bus.hears.subscribe();
        matches!(timeout(PATIENCE, hears.wait_for(|hears| *hears)).await, Ok(Ok(_)))
    }

    /// Hands every signal on, one after another, until it is to stop.
    pub async fn on_signals<F>(&self, mut stopping: watch::Receiver<bool>, handle: impl Fn(String) -> F)
    where
        F: Future<Output = ()>,
    {
        let listening = async {
            match Flavour::from(self.db.pool.get_database_backend()) {
                Flavour::Sqlite => self.within(&handle).await,
                Flavour::Postgres => self.between(&handle).await,
            }
        };
        let stopped = async { stopping.wait_for(|stop| *stop).await.map(drop) };
        tokio::select! {
            () = listening => {}
            _ = stopped => {}
        }
    }

    async fn within<F: Future<Output = ()>>(&self, handle: &impl Fn(String) -> F) {
        let receive = self.bus.receive.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(mut receive) = receive else { return };
        self.bus.hears.send_replace(true);
        while let Some(signal) = receive.recv().await {
            handle(signal).await;
        }
    }

    async fn between<F: Future<Output = ()>>(&self, handle: &impl Fn(String) -> F) {
        let mut retry = interval(Duration::from_secs(1));
        retry.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            retry.tick().await;
            let mut listener = match PgListener::connect(&self.config.database_url).await {
                Ok(listener) => listener,
                Err(error) => {
                    tracing::warn!(%error, "signals can't be heard");
                    continue;
                }
            };
            if let Err(error) = listener.listen(CHANNEL).await {
                tracing::warn!(%error, "signals can't be heard");
                continue;
            }
            self.bus.hears.send_replace(true);
            loop {
                match listener.try_recv().await {
                    Ok(Some(signal)) => handle(signal.payload().to_owned()).await,
                    // What came while the connection was down nobody knows: sockets come again and ask.
                    Ok(None) => self.hub.close_all((4200, "signals were missed")),
                    Err(error) => {
                        tracing::warn!(%error, "signals can't be heard");
                        self.bus.hears.send_replace(false);
                        self.hub.close_all((4200, "signals were missed"));
                        break;
                    }
                }
            }
        }
    }
}
