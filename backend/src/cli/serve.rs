//! `karavan serve`: migrate, listen, stop gracefully.

use crate::{app, chat, platform::state::AppState};
use std::{error::Error, future::Future, net::SocketAddr, time::Duration};
use tokio::{net::TcpListener, signal, sync::watch, task::JoinSet, time::timeout};

/// Jobs done at once: a messenger that does not answer holds up one of them, not the others.
const WORKERS: usize = 4;
/// How long the job under way may hold up the end of the process.
const LAST_JOB: Duration = Duration::from_secs(10);

pub(super) async fn serve(state: AppState) -> Result<(), Box<dyn Error>> {
    let pending = state.migrate().await?;
    if pending > 0 {
        tracing::info!(pending, "the schema was brought up to date");
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
    let realtime = realtime(&state, stopping.clone()).await?;
    workers.spawn(chat::run(state.clone(), stopping.clone()));
    workers.spawn(realtime);
    let service = app::router(state).into_make_service_with_connect_info::<SocketAddr>();
    axum::serve(listener, service)
        .with_graceful_shutdown(async move {
            asked_to_stop().await;
            stop.send(true).ok();
        })
        .await?;
    let rest = async { while workers.join_next().await.is_some() {} };
    if timeout(LAST_JOB, rest).await.is_err() {
        // Its lease runs out, and another replica does the job again.
        workers.abort_all();
    }
    tracing::info!("stopped");
    Ok(())
}

/// Serves sockets on a port of their own, where one is set.
async fn realtime(
    state: &AppState,
    mut stopping: watch::Receiver<bool>,
) -> Result<impl Future<Output = ()> + Send + 'static, Box<dyn Error>> {
    let listener = match state.config.realtime_bind {
        Some(address) => {
            let listener = TcpListener::bind(address)
                .await
                .map_err(|error| format!("can't listen for sockets on {address}: {error}"))?;
            tracing::info!(address = %listener.local_addr()?, "listening for sockets");
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
            tracing::error!(%error, "the port for sockets failed");
        }
    })
}

/// Ends when the process is interrupted or terminated; requests under way are finished.
async fn asked_to_stop() {
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
