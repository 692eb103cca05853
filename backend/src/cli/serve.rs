//! `karavan serve`: applies pending migrations, serves and shuts down gracefully.

use crate::{app, chat};
use platform::state::AppState;
use std::{error::Error, future::Future, net::SocketAddr, time::Duration};
use tokio::{net::TcpListener, signal, sync::watch, task::JoinSet, time::timeout};

/// The number of jobs that run at the same time. A job that waits for a slow messenger does not block the others.
const WORKERS: usize = 4;
/// How long a shutdown waits for running jobs.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);

pub(super) async fn serve(state: AppState) -> Result<(), Box<dyn Error>> {
    let pending = state.migrate().await?;
    if pending > 0 {
        tracing::info!(pending, "migrations applied");
    }
    let listener = TcpListener::bind(state.config.bind)
        .await
        .map_err(|error| format!("can't listen on {}: {error}", state.config.bind))?;
    tracing::info!(address = %listener.local_addr()?, public_url = state.config.public_url, "listening");
    let (stop, stopping) = watch::channel(false);
    let mut workers = JoinSet::new();
    for _ in 0..WORKERS {
        workers.spawn(app::jobs(&state).run(state.clone(), stopping.clone()));
    }
    let realtime = realtime_server(&state, stopping.clone()).await?;
    workers.spawn(chat::run(state.clone(), stopping.clone()));
    workers.spawn(realtime);
    let service = app::router(state).into_make_service_with_connect_info::<SocketAddr>();
    axum::serve(listener, service)
        .with_graceful_shutdown(async move {
            shutdown_signal().await;
            stop.send(true).ok();
        })
        .await?;
    let running_jobs = async { while workers.join_next().await.is_some() {} };
    if timeout(SHUTDOWN_TIMEOUT, running_jobs).await.is_err() {
        // The leases of the aborted jobs expire and another replica runs the jobs again.
        workers.abort_all();
    }
    tracing::info!("stopped");
    Ok(())
}

/// Binds the realtime port, if one is configured, and returns the future that serves WebSocket connections on it.
async fn realtime_server(
    state: &AppState,
    mut stopping: watch::Receiver<bool>,
) -> Result<impl Future<Output = ()> + Send + 'static, Box<dyn Error>> {
    let listener = match state.config.realtime_bind {
        Some(address) => {
            let listener = TcpListener::bind(address)
                .await
                .map_err(|error| format!("can't listen for WebSockets on {address}: {error}"))?;
            tracing::info!(address = %listener.local_addr()?, "listening for WebSockets");
            Some(listener)
        }
        None => None,
    };
    let router = app::sockets().with_state(state.clone());
    Ok(async move {
        let Some(listener) = listener else { return };
        let stop = async move {
            stopping.wait_for(|stop| *stop).await.ok();
        };
        if let Err(error) = axum::serve(listener, router).with_graceful_shutdown(stop).await {
            tracing::error!(%error, "WebSocket server failed");
        }
    })
}

/// Completes on SIGINT or SIGTERM.
async fn shutdown_signal() {
    let interrupted = async { signal::ctrl_c().await.ok() };
    let terminated = async {
        match signal::unix::signal(signal::unix::SignalKind::terminate()) {
            Ok(mut terminated) => terminated.recv().await,
            Err(_) => std::future::pending().await,
        }
    };
    tokio::select! {
        _ = interrupted => {}
        _ = terminated => {}
    }
}
