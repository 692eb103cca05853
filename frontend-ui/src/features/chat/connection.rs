//! The subscription of an open chat panel.

use crate::{
    format,
    live::subscriptions::{self, Subscription},
};
use chrono::{DateTime, TimeDelta, Utc};
use futures::future::AbortHandle;
use shared_types::chat::socket::{TYPING, Typing};

/// Minimum interval between two typing events that are sent.
const TYPING_INTERVAL: TimeDelta = TimeDelta::seconds(3);

/// The subscription of the panel, with its tasks. Dropping it ends both.
pub(super) struct Connection {
    /// Aborts the tasks.
    stop: AbortHandle,
    channel: String,
    _subscription: Subscription,
    /// When the last typing event was sent.
    typing_sent_at: DateTime<Utc>,
}

impl Connection {
    pub(super) fn new(stop: AbortHandle, channel: String, subscription: Subscription) -> Self {
        Self {
            stop,
            channel,
            _subscription: subscription,
            typing_sent_at: DateTime::UNIX_EPOCH,
        }
    }

    /// Notifies the other subscribers that the person is typing, at most once per [`TYPING_INTERVAL`].
    pub(super) fn send_typing(&mut self, name: String) {
        let now = format::now();
        if now - self.typing_sent_at >= TYPING_INTERVAL {
            self.typing_sent_at = now;
            subscriptions::send(TYPING, &self.channel, &Typing { name });
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.stop.abort();
    }
}
