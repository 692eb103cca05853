//! How signals reach all replicas.

use crate::db::Pool;
use async_nats::{Client, ConnectOptions, Event};
use async_trait::async_trait;
use futures::StreamExt;
use sea_orm::{ConnectionTrait, Statement, sqlx::postgres::PgListener};
use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};
use tokio::{
    sync::{OnceCell, mpsc},
    time::{MissedTickBehavior, interval, timeout},
};
use url::Url;

/// The name of PostgreSQL's channel, and of the subject at a broker.
const CHANNEL: &str = "karavan_signals";
/// Most signals queued within this process.
const QUEUE_CAPACITY: usize = 4_096;
/// How long a signal may wait for a broker that is away.
const SEND_TIMEOUT: Duration = Duration::from_secs(2);
/// The pause before another attempt to listen.
const RETRY_PAUSE: Duration = Duration::from_secs(1);

/// Callbacks of a transport to the replica.
pub(super) trait Receiver: Send + Sync {
    /// A signal was received.
    fn on_signal(&self, signal: String);
    /// Signals are received from now on, or are not any more.
    fn on_connection(&self, is_connected: bool);
    /// Signals may have been lost: sockets must reconnect and fetch the missed changes.
    fn on_loss(&self);
}

/// Carries signals between replicas. A signal may be lost while a connection is down, and the transport reports that.
#[async_trait]
pub(super) trait Transport: Send + Sync {
    /// Sends a signal to every replica, this one included.
    async fn send(&self, signal: String) -> Result<(), String>;

    /// Passes signals to the receiver until the future is dropped.
    async fn receive(&self, receiver: &dyn Receiver);
}

/// A channel within the process, for one replica.
pub(super) struct Local {
    send: mpsc::Sender<String>,
    receive: Mutex<Option<mpsc::Receiver<String>>>,
}

impl Default for Local {
    fn default() -> Self {
        let (send, receive) = mpsc::channel(QUEUE_CAPACITY);
        Self {
            send,
            receive: Mutex::new(Some(receive)),
        }
    }
}

#[async_trait]
impl Transport for Local {
    async fn send(&self, signal: String) -> Result<(), String> {
        self.send.try_send(signal).map_err(|error| error.to_string())
    }

    async fn receive(&self, receiver: &dyn Receiver) {
        let receive = self.receive.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(mut receive) = receive else { return };
        receiver.on_connection(true);
        while let Some(signal) = receive.recv().await {
            receiver.on_signal(signal);
        }
    }
}

/// `NOTIFY` of PostgreSQL.
pub(super) struct Postgres {
    pub(super) pool: Pool,
    /// The address for the connection that listens.
    pub(super) url: String,
}

#[async_trait]
impl Transport for Postgres {
    async fn send(&self, signal: String) -> Result<(), String> {
        let sql = format!("SELECT pg_notify('{CHANNEL}', $1)");
        let notify = Statement::from_sql_and_values(self.pool.get_database_backend(), sql, [signal.into()]);
        let sent = self.pool.execute_raw(notify).await;
        sent.map(drop).map_err(|error| error.to_string())
    }

    async fn receive(&self, receiver: &dyn Receiver) {
        let mut retry = retry_timer();
        loop {
            retry.tick().await;
            let mut listener = match PgListener::connect(&self.url).await {
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
            receiver.on_connection(true);
            loop {
                match listener.try_recv().await {
                    Ok(Some(signal)) => receiver.on_signal(signal.payload().to_owned()),
                    Ok(None) => receiver.on_loss(),
                    Err(error) => {
                        tracing::warn!(%error, "signal listener lost its connection");
                        receiver.on_connection(false);
                        receiver.on_loss();
                        break;
                    }
                }
            }
        }
    }
}

/// A subject of a NATS server.
pub(super) struct Nats {
    url: Url,
    client: OnceCell<Client>,
    events: mpsc::UnboundedSender<Event>,
    receive_events: Mutex<Option<mpsc::UnboundedReceiver<Event>>>,
}

impl Nats {
    pub(super) fn new(url: Url) -> Self {
        let (events, receive_events) = mpsc::unbounded_channel();
        Self {
            url,
            client: OnceCell::new(),
            events,
            receive_events: Mutex::new(Some(receive_events)),
        }
    }

    /// The connection. It reconnects by itself.
    async fn client(&self) -> Result<&Client, String> {
        let connect = async || {
            let events = self.events.clone();
            let mut options = ConnectOptions::new()
                .name("karavan")
                .retry_on_initial_connect()
                .event_callback(move |event| {
                    // The receiver may have ended.
                    let _ = events.send(event);
                    std::future::ready(())
                });
            if let Some(password) = self.url.password() {
                options = options.user_and_password(self.url.username().to_owned(), password.to_owned());
            } else if !self.url.username().is_empty() {
                options = options.token(self.url.username().to_owned());
            }
            options
                .connect(self.url.as_str())
                .await
                .map_err(|error| error.to_string())
        };
        self.client.get_or_try_init(connect).await
    }

    /// Receives until the subscription ends.
    async fn listen(&self, receiver: &dyn Receiver, events: &mut mpsc::UnboundedReceiver<Event>) -> Result<(), String> {
        let client = self.client().await?;
        let subscription = client.subscribe(CHANNEL).await;
        let mut signals = subscription.map_err(|error| error.to_string())?;
        // Done when the server has the subscription.
        client.flush().await.map_err(|error| error.to_string())?;
        receiver.on_connection(true);
        loop {
            tokio::select! {
                signal = signals.next() => match signal {
                    Some(signal) => match String::from_utf8(signal.payload.into()) {
                        Ok(text) => receiver.on_signal(text),
                        Err(error) => tracing::warn!(%error, "signal could not be parsed"),
                    },
                    None => return Err("the subscription has ended".to_owned()),
                },
                Some(event) = events.recv() => match event {
                    Event::Disconnected => {
                        tracing::warn!("signal listener lost its connection");
                        receiver.on_connection(false);
                        receiver.on_loss();
                    }
                    Event::Connected => {
                        client.flush().await.map_err(|error| error.to_string())?;
                        receiver.on_connection(true);
                    }
                    Event::SlowConsumer(_) => receiver.on_loss(),
                    other => tracing::info!(event = %other, "broker"),
                },
            }
        }
    }
}

#[async_trait]
impl Transport for Nats {
    async fn send(&self, signal: String) -> Result<(), String> {
        let publish = async {
            let client = self.client().await?;
            let sent = client.publish(CHANNEL, signal.into()).await;
            sent.map_err(|error| error.to_string())
        };
        timeout(SEND_TIMEOUT, publish)
            .await
            .unwrap_or_else(|_| Err("the broker does not answer".to_owned()))
    }

    async fn receive(&self, receiver: &dyn Receiver) {
        let events = self
            .receive_events
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        let Some(mut events) = events else { return };
        let mut retry = retry_timer();
        loop {
            retry.tick().await;
            if let Err(error) = self.listen(receiver, &mut events).await {
                tracing::warn!(error, "signal listener could not listen");
                receiver.on_connection(false);
                receiver.on_loss();
            }
        }
    }
}

fn retry_timer() -> tokio::time::Interval {
    let mut timer = interval(RETRY_PAUSE);
    timer.set_missed_tick_behavior(MissedTickBehavior::Delay);
    timer
}
