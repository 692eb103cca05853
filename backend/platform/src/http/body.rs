//! Bodies of requests: counted against the memory of the process, and not slower than a minimum speed.

use crate::quota::Share;
use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use std::{
    future::Future,
    net::IpAddr,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll},
    time::Duration,
};
use tokio::time::{Instant, Sleep, sleep_until};

/// Slowest average speed of a body in bytes per second, after the first seconds.
const MIN_SPEED: u64 = 4 << 10;

/// Why a body is not read any further.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum BodyError {
    /// Too many bytes of bodies are in memory.
    #[error("the bodies of requests use all memory that is meant for them")]
    OverBudget,
    /// The sender pauses or is too slow.
    #[error("the body arrives too slowly")]
    TooSlow,
}

/// The memory that the body of a request uses until the request ends.
pub struct BodyMemory {
    share: Mutex<(Share<IpAddr>, usize)>,
}

impl BodyMemory {
    pub(super) fn new(share: Share<IpAddr>) -> Arc<Self> {
        Arc::new(Self {
            share: Mutex::new((share, usize::MAX)),
        })
    }

    /// Declares that the handler stores the body as it arrives and keeps at most this many bytes in memory.
    pub fn limit_to(&self, bytes: usize) {
        self.share.lock().unwrap_or_else(PoisonError::into_inner).1 = bytes;
    }

    fn grow(&self, bytes: usize) -> bool {
        let mut share = self.share.lock().unwrap_or_else(PoisonError::into_inner);
        let counted = bytes.min(share.1);
        share.1 -= counted;
        share.0.grow(counted)
    }
}

/// A body that is counted and timed.
pub(super) struct MeteredBody {
    inner: Body,
    memory: Arc<BodyMemory>,
    patience: Duration,
    received: u64,
    /// When the body was first waited for, and when its last part arrived.
    times: Option<(Instant, Instant)>,
    timer: Option<Pin<Box<Sleep>>>,
}

impl MeteredBody {
    pub(super) fn new(inner: Body, memory: Arc<BodyMemory>, patience: Duration) -> Self {
        Self {
            inner,
            memory,
            patience,
            received: 0,
            times: None,
            timer: None,
        }
    }

    /// When the next part must have arrived.
    fn deadline(&mut self) -> Instant {
        let now = Instant::now();
        let (first, last) = *self.times.get_or_insert((now, now));
        let at_min_speed = first + Duration::from_secs(self.received / MIN_SPEED);
        at_min_speed.min(last) + self.patience
    }
}

impl HttpBody for MeteredBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let this = self.get_mut();
        match Pin::new(&mut this.inner).poll_frame(context) {
            Poll::Ready(Some(Ok(frame))) => {
                let bytes = frame.data_ref().map_or(0, Bytes::len);
                this.received += bytes as u64;
                let now = Instant::now();
                let first = this.times.map_or(now, |(first, _)| first);
                this.times = Some((first, now));
                this.timer = None;
                Poll::Ready(Some(if this.memory.grow(bytes) {
                    Ok(frame)
                } else {
                    Err(axum::Error::new(BodyError::OverBudget))
                }))
            }
            Poll::Pending => {
                if this.timer.is_none() {
                    let deadline = this.deadline();
                    this.timer = Some(Box::pin(sleep_until(deadline)));
                }
                let timer = this.timer.as_mut().map(|timer| timer.as_mut().poll(context));
                match timer {
                    Some(Poll::Ready(())) => Poll::Ready(Some(Err(axum::Error::new(BodyError::TooSlow)))),
                    _ => Poll::Pending,
                }
            }
            end @ Poll::Ready(_) => end,
        }
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

/// The reason that [`MeteredBody`] gave for an error, however deep a library has wrapped it.
pub(super) fn body_error(error: &(dyn std::error::Error + 'static)) -> Option<BodyError> {
    let mut cause = Some(error);
    while let Some(error) = cause {
        if let Some(error) = error.downcast_ref::<BodyError>() {
            return Some(*error);
        }
        cause = error.source();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quota::Quota;
    use axum::body::to_bytes;
    use futures::{StreamExt, stream};

    const READ_TIMEOUT: Duration = Duration::from_millis(50);

    fn metered_parts(body: Body, memory: usize) -> MeteredBody {
        let share = Quota::new(memory, memory).take(None, 0).expect("nothing is used");
        MeteredBody::new(body, BodyMemory::new(share), READ_TIMEOUT)
    }

    fn metered(body: Body, memory: usize) -> Body {
        Body::new(metered_parts(body, memory))
    }

    async fn read(body: Body) -> Result<Bytes, Option<BodyError>> {
        to_bytes(body, usize::MAX).await.map_err(|error| body_error(&error))
    }

    #[tokio::test]
    async fn body_over_the_budget_is_not_read() {
        assert_eq!(
            read(metered(Body::from(vec![7; 100]), 100))
                .await
                .map(|bytes| bytes.len()),
            Ok(100)
        );
        assert_eq!(
            read(metered(Body::from(vec![7; 101]), 100)).await,
            Err(Some(BodyError::OverBudget))
        );
    }

    #[tokio::test]
    async fn body_that_stops_is_not_waited_for() {
        let part = || Ok::<_, std::io::Error>(Bytes::from_static(b"a part of the body"));
        let stopped = stream::iter([part()]).chain(stream::pending());
        assert_eq!(
            read(metered(Body::from_stream(stopped), 1 << 20)).await,
            Err(Some(BodyError::TooSlow))
        );

        let started = Instant::now();
        let trickling = stream::repeat(()).then(move |()| async move {
            tokio::task::yield_now().await;
            Ok::<_, std::io::Error>(Bytes::from_static(b"x"))
        });
        // It ends at all, long before a mebibyte has arrived, because it is slower than the minimum speed.
        let slow = MeteredBody {
            times: Some((started.checked_sub(READ_TIMEOUT * 2).unwrap_or(started), started)),
            ..metered_parts(Body::from_stream(trickling), 1 << 20)
        };
        assert_eq!(read(Body::new(slow)).await, Err(Some(BodyError::TooSlow)));
    }
}
