//! Priority of statements.
//!
//! A request keeps the rows that it has read in memory until its last statement has ended. So new requests wait for requests that
//! have begun. If all waited in one queue, a loaded server would keep the rows of all requests in progress in memory, outside of the
//! processor's caches, and would answer fewer requests.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::{
    sync::{Mutex, Notify},
    time::timeout,
};

/// How long a new request waits for requests that have begun; then it waits for a connection like them.
const WAIT_TIMEOUT: Duration = Duration::from_secs(2);

/// The statements and transactions that run or wait for a connection.
#[derive(Clone)]
pub(super) struct Running {
    shared: Arc<Shared>,
}

struct Shared {
    connections: usize,
    /// How long a new request waits.
    limit: Duration,
    count: AtomicUsize,
    /// New requests that wait.
    waiting: AtomicUsize,
    ended: Notify,
    /// The new requests that wait, in their order. The first one waits for a statement to end.
    line: Mutex<()>,
}

/// A statement or transaction. It ends on drop.
pub(super) struct RunningStatement {
    shared: Arc<Shared>,
}

impl Running {
    pub(super) fn new(connections: usize) -> Self {
        Self::with_limit(connections, WAIT_TIMEOUT)
    }

    fn with_limit(connections: usize, limit: Duration) -> Self {
        Self {
            shared: Arc::new(Shared {
                connections,
                limit,
                count: AtomicUsize::new(0),
                waiting: AtomicUsize::new(0),
                ended: Notify::new(),
                line: Mutex::new(()),
            }),
        }
    }

    /// Starts a statement of a request that has begun.
    pub(super) fn start(&self) -> RunningStatement {
        self.shared.count.fetch_add(1, Ordering::Relaxed);
        self.statement()
    }

    /// Starts the first statement of a request once a connection is free.
    pub(super) async fn start_when_free(&self) -> RunningStatement {
        if let Ok(_first) = self.shared.line.try_lock()
            && let Some(statement) = self.start_if_free()
        {
            return statement;
        }
        let _waiting = Waiting::begin(&self.shared.waiting);
        timeout(self.shared.limit, self.wait_and_start())
            .await
            .unwrap_or_else(|_| self.start())
    }

    async fn wait_and_start(&self) -> RunningStatement {
        let _first = self.shared.line.lock().await;
        loop {
            if let Some(statement) = self.start_if_free() {
                return statement;
            }
            self.shared.ended.notified().await;
        }
    }

    fn start_if_free(&self) -> Option<RunningStatement> {
        let counted = self
            .shared
            .count
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |count| {
                (count < self.shared.connections).then_some(count + 1)
            });
        counted.is_ok().then(|| self.statement())
    }

    /// The number of new requests that wait for a connection.
    pub(super) fn waiting(&self) -> usize {
        self.shared.waiting.load(Ordering::Relaxed)
    }

    fn statement(&self) -> RunningStatement {
        RunningStatement {
            shared: Arc::clone(&self.shared),
        }
    }
}

impl Drop for RunningStatement {
    fn drop(&mut self) {
        self.shared.count.fetch_sub(1, Ordering::Relaxed);
        self.shared.ended.notify_one();
    }
}

/// A new request that waits; counted until it is dropped.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn begin(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(count)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt as _;
    use std::pin::pin;

    #[tokio::test]
    async fn a_new_request_waits_for_those_that_have_begun() {
        let running = Running::new(2);
        let begun = [running.start(), running.start(), running.start()];
        let mut first = pin!(running.start_when_free());
        let mut second = pin!(running.start_when_free());
        assert!(first.as_mut().now_or_never().is_none() && second.as_mut().now_or_never().is_none());
        assert_eq!(running.waiting(), 2);
        let [one, two, three] = begun;
        drop(one);
        assert!(
            first.as_mut().now_or_never().is_none(),
            "two are left, as many as there are connections"
        );
        drop(two);
        assert!(
            second.as_mut().now_or_never().is_none(),
            "the first one has waited for longer"
        );
        let taken = first.now_or_never().expect("a connection is free");
        assert!(second.as_mut().now_or_never().is_none());
        drop(three);
        assert!(second.now_or_never().is_some());
        assert_eq!(running.waiting(), 0);
        drop(taken);
        assert_eq!(running.shared.count.load(Ordering::Relaxed), 0);
    }

    #[tokio::test]
    async fn a_new_request_does_not_wait_for_ever() {
        let running = Running::with_limit(1, Duration::from_millis(1));
        let begun = running.start();
        let started = timeout(Duration::from_secs(10), running.start_when_free()).await;
        assert!(started.is_ok(), "it starts beside the one that has begun");
        assert_eq!(
            (running.waiting(), running.shared.count.load(Ordering::Relaxed)),
            (0, 2)
        );
        drop(begun);
    }

    #[tokio::test]
    async fn a_request_that_was_cancelled_does_not_hold_up_the_next() {
        let running = Running::new(1);
        let begun = running.start();
        {
            let mut cancelled = pin!(running.start_when_free());
            assert!(cancelled.as_mut().now_or_never().is_none());
            drop(begun);
        }
        assert_eq!(running.waiting(), 0);
        assert!(running.start_when_free().now_or_never().is_some());
    }
}
