//! Work that continues when its caller stops waiting, as when the client of a request disconnects.

use std::{
    future::Future,
    pin::Pin,
    task::{Context, Poll, ready},
};
use tokio::runtime::Handle;

/// A future that is completed in a task of its own if it is dropped before its end. The output is dropped then.
pub(super) struct Uninterrupted<T: Send + 'static> {
    /// `None` once it is completed.
    work: Option<Pin<Box<dyn Future<Output = T> + Send>>>,
}

impl<T: Send + 'static> Uninterrupted<T> {
    pub(super) fn new(work: impl Future<Output = T> + Send + 'static) -> Self {
        Self {
            work: Some(Box::pin(work)),
        }
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
            drop(runtime.spawn(work));
        }
    }
}
