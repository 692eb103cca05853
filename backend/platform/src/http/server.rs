//! Accepts connections. Neither their number nor a slow or silent peer can use up the process.

use crate::state::AppState;
use axum::{
    Router,
    extract::{ConnectInfo, Request},
};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::{
    io,
    net::SocketAddr,
    pin::{Pin, pin},
    task::{Context, Poll},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinSet,
    time::{Sleep, sleep, timeout},
};
use tower::ServiceExt;

/// Most bytes of a connection that are buffered; also the largest header.
const MAX_BUFFER: usize = 64 << 10;
/// How long a peer may take to accept bytes.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);
/// How long the requests in progress may take after the server has stopped accepting connections.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(31);
/// The pause after a failure to accept a connection, such as a lack of file descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(200);
/// The answer to a connection that there is no room for.
const OVER_CAPACITY: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 2\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/// Waits before the next connection is accepted, because the lack of file descriptors does not end at once.
#[expect(clippy::disallowed_methods, reason = "a failure of the system, not of an operation")]
async fn pause_after_failure() {
    sleep(ACCEPT_PAUSE).await;
}

/// Serves until `stopping` is set. Then it closes idle connections and waits for the requests in progress.
pub async fn serve(listener: TcpListener, router: Router, state: AppState, mut stopping: watch::Receiver<bool>) {
    let mut connections = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stopping.wait_for(|stop| *stop) => break,
            Some(_) = connections.join_next() => continue,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) if is_of_one_connection(&error) => continue,
            Err(error) => {
                tracing::warn!(%error, "connection could not be accepted");
                pause_after_failure().await;
                continue;
            }
        };
        let Some(slot) = state.capacity.take_connection(peer.ip()) else {
            metrics::counter!("karavan_connections_refused_total").increment(1);
            stream.try_write(OVER_CAPACITY).ok();
            continue;
        };
        let (router, header_timeout) = (router.clone(), state.config.capacity.header_timeout);
        let stopping = stopping.clone();
        connections.spawn(async move {
            let _slot = slot;
            serve_connection(stream, peer, router, header_timeout, stopping).await;
        });
    }
    drop(listener);
    let drained = async { while connections.join_next().await.is_some() {} };
    if timeout(DRAIN_TIMEOUT, drained).await.is_err() {
        tracing::warn!(
            connections = connections.len(),
            "connections aborted: they did not end in time"
        );
    }
}

/// Errors that concern only the connection that was about to be accepted.
fn is_of_one_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionRefused | io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset
    )
}

async fn serve_connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    header_timeout: Duration,
    mut stopping: watch::Receiver<bool>,
) {
    stream.set_nodelay(true).ok();
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().oneshot(request)
    });
    let mut connection = pin!(
        http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(header_timeout)
            .max_buf_size(MAX_BUFFER)
            .serve_connection(TokioIo::new(TimedStream::new(stream)), service)
            .with_upgrades()
    );
    let stopped = async { stopping.wait_for(|stop| *stop).await.map(drop) };
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        _ = stopped => {
            // The response in progress gets `Connection: close`.
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, %peer, "connection ended");
    }
}

/// A stream whose peer must accept bytes in time.
struct TimedStream {
    inner: TcpStream,
    timer: Option<Pin<Box<Sleep>>>,
}

impl TimedStream {
    fn new(inner: TcpStream) -> Self {
        Self { inner, timer: None }
    }

    #[expect(clippy::disallowed_methods, reason = "the time limit of a write")]
    fn timed<T>(&mut self, context: &mut Context<'_>, outcome: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if outcome.is_ready() {
            self.timer = None;
            return outcome;
        }
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep(WRITE_TIMEOUT)));
        timer
            .as_mut()
            .poll(context)
            .map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for TimedStream {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().inner).poll_read(context, buffer)
    }
}

impl AsyncWrite for TimedStream {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let outcome = Pin::new(&mut this.inner).poll_write(context, bytes);
        this.timed(context, outcome)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let outcome = Pin::new(&mut this.inner).poll_write_vectored(context, parts);
        this.timed(context, outcome)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().inner).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().inner).poll_shutdown(context)
    }
}
