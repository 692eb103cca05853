//! Work that continues when its caller stops waiting, as when the client of a request disconnects.

use std::{
    future::Future,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};
use tokio::{runtime::Handle, time::timeout};

/// A future that is completed in a task of its own if it is dropped before its end. The output is dropped then.
pub(super) struct Uninterrupted<T: Send + 'static> {
    /// `None` once it is completed.
    work: Option<Pin<Box<dyn Future<Output = T> + Send>>>,
    /// How long the task may take.
    limit: Option<Duration>,
}

impl<T: Send + 'static> Uninterrupted<T> {
    pub(super) fn new(work: impl Future<Output = T> + Send + 'static) -> Self {
        Self {
            work: Some(Box::pin(work)),
            limit: None,
        }
    }

    /// Like [`Uninterrupted::new`], but the task is dropped after `limit`.
    pub(super) fn with_limit(work: impl Future<Output = T> + Send + 'static, limit: Duration) -> Self {
        let mut uninterrupted = Self::new(work);
        uninterrupted.limit = Some(limit);
        uninterrupted
    }
}

impl<T: Send + 'static> Future for Uninterrupted<T> {
    type Output = T;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<T> {
        let Some(work) = self.work.as_mut() else {
            return Poll::Pending;
        };
        let output = ready!(work.as_mut().poll(context));
        self.work = None;
        Poll::Ready(output)
    }
}

impl<T: Send + 'static> Drop for Uninterrupted<T> {
    fn drop(&mut self) {
        // Without a runtime the program ends, and its connections with it.
        if let (Some(work), Ok(runtime)) = (self.work.take(), Handle::try_current()) {
            match self.limit {
                Some(limit) => drop(runtime.spawn(timeout(limit, work))),
                None => drop(runtime.spawn(work)),
            }
        }
    }
}

/// Polls a future at most this often and drops it.
#[cfg(test)]
pub(super) async fn interrupt(work: impl Future, polls: i64) {
    let (mut work, mut left) = (std::pin::pin!(work), polls);
    std::future::poll_fn(|context| {
        left -= 1;
        match work.as_mut().poll(context) {
            Poll::Pending if left > 0 => Poll::Pending,
            _ => Poll::Ready(()),
        }
    })
    .await;
}
