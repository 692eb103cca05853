//! Sending and receiving the signals of the bus.

use super::{
    Hub,
    bus::Bus,
    changes::{ChangeSignal, MAX_SIGNAL_BYTES},
    transport::Receiver,
};
use crate::{clock, state::AppState};
use shared_types::live::Channel;
use std::{sync::atomic::Ordering, time::Duration};
use tokio::{
    sync::watch,
    time::{sleep, timeout},
};

/// The signal that sessions, memberships or rights have changed: every replica checks the sessions of its sockets.
pub const SESSIONS_CHANGED: &str = "sessions changed";
/// How long further changes are collected into one signal.
const COLLECT_DELAY: Duration = Duration::from_millis(20);
/// How long a socket waits until signals are received.
const RECEIVE_TIMEOUT: Duration = Duration::from_secs(5);

/// Passes received signals on, and closes sockets that may have missed some.
struct SignalReceiver<'a, F> {
    bus: &'a Bus,
    hub: &'a Hub,
    handle: F,
}

impl<F: Fn(String) + Send + Sync> Receiver for SignalReceiver<'_, F> {
    fn on_signal(&self, signal: String) {
        (self.handle)(signal);
    }

    fn on_connection(&self, is_connected: bool) {
        self.bus.recent_changes.reset();
        self.bus.is_connected.send_replace(is_connected);
    }

    fn on_loss(&self) {
        self.bus.recent_changes.reset();
        self.hub.close_all((4200, "signals were missed"));
    }
}

impl AppState {
    /// Waits until a transaction of this replica has changed rows. A commit made earlier counts too.
    pub async fn wait_for_commit(&self) {
        self.bus.committed.notified().await;
    }

    /// Sends a signal to every replica, including this one. Call it after the commit.
    ///
    /// A lost signal delays messages but loses none: the next one delivers all messages after the last delivered one.
    pub async fn send_signal(&self, signal: String) {
        if signal.len() > MAX_SIGNAL_BYTES {
            tracing::warn!(bytes = signal.len(), "signal not sent: too long");
            return;
        }
        if let Err(error) = self.bus.transport.send(signal).await {
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
    /// `stopping` is set. Events within [`COLLECT_DELAY`] are sent together.
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
        // Other replicas have sockets that follow changes which this one has committed.
        self.send_pending_changes().await;
    }

    async fn send_pending_changes(&self) {
        for signal in self.bus.pending_changes.take_signals() {
            self.send_signal(signal).await;
        }
    }

    /// Keeps received changes for pages that subscribe a moment later.
    pub fn keep_recent_changes(&self, signal: ChangeSignal) {
        self.bus.recent_changes.add(signal, clock::monotonic());
    }

    /// The changes of a cabinet that this replica has received in this time, or `None` if there may have been more.
    pub fn recent_changes(&self, channel: Channel, time: Duration) -> Option<Vec<ChangeSignal>> {
        self.bus
            .recent_changes
            .since(channel, clock::monotonic().checked_sub(time)?)
    }

    /// Waits a moment until signals are received. A socket that subscribed earlier could miss signals unnoticed.
    pub async fn wait_for_signals(&self) -> bool {
        let mut receiving = self.bus.is_connected.subscribe();
        matches!(
            timeout(RECEIVE_TIMEOUT, receiving.wait_for(|receiving| *receiving)).await,
            Ok(Ok(_))
        )
    }

    /// Passes every signal to `handle` until `stopping` is set. `handle` must not wait: signals that are not received are lost.
    pub async fn handle_signals(&self, mut stopping: watch::Receiver<bool>, handle: impl Fn(String) + Send + Sync) {
        let receiver = SignalReceiver {
            bus: &self.bus,
            hub: &self.hub,
            handle,
        };
        let stopped = async { stopping.wait_for(|stop| *stop).await.map(drop) };
        tokio::select! {
            () = self.bus.transport.receive(&receiver) => {}
            _ = stopped => {}
        }
    }
}
