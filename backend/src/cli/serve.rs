//! `karavan serve`: applies pending migrations, serves and shuts down gracefully.

use crate::{app, event_feed, live, webhooks};
use books::billing;
use people::identity;
use platform::{
    clock::Clock,
    config::{CapacityConfig, Config},
    db::Db,
    http::server,
    process,
    state::AppState,
    telemetry,
};
use sea_orm::DbErr;
use std::{error::Error, future::Future, time::Duration};
use tokio::{
    net::TcpListener,
    signal,
    sync::watch,
    task::JoinSet,
    time::{sleep, timeout},
};

/// How long a shutdown waits for running jobs.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);
/// File descriptors that are not connections of clients: the database, files, outside services.
const RESERVED_FILES: u64 = 256;

#[expect(clippy::disallowed_methods, reason = "the delay between not ready and the end")]
async fn wait_for_load_balancer(delay: Duration) {
    sleep(delay).await;
}

/// The migration that added the checksums of the ledgers.
const CHECKSUMS_MIGRATION: &str = "m20261128_0170_ledger_checksums";

/// Applies the pending migrations. Rows that are older than their checksums get them.
pub(super) async fn migrate(state: &AppState) -> Result<(), DbErr> {
    let applied = state.migrate().await?;
    if applied.iter().any(|name| name == CHECKSUMS_MIGRATION) {
        books::audit::seal(&state.system()).await?;
    }
    if !applied.is_empty() {
        tracing::info!(pending = applied.len(), "migrations applied");
    }
    Ok(())
}

pub(super) async fn serve(db: Db, mut config: Config) -> Result<(), Box<dyn Error>> {
    telemetry::start_metrics();
    fit_file_limit(&mut config.capacity)?;
    let state = AppState::new(db, config, Clock::System);
    migrate(&state).await?;
    if !state.config.billing.operator.is_named() && billing::operator::has_prices(&state.system()).await? {
        tracing::warn!("plans have prices and OPERATOR_NAME is not set: invoices of the service wait");
    }
    let listener = TcpListener::bind(state.config.bind)
        .await
        .map_err(|error| format!("can't listen on {}: {error}", state.config.bind))?;
    if !identity::can_be_confirmed(&state.config) {
        tracing::warn!(
            "nobody can register or confirm a phone number: set TELEGRAM_TOKEN, MAX_TOKEN or MAIL, or create agents with agent:create"
        );
    }
    tracing::info!(address = %listener.local_addr()?, public_url = state.config.public_url, "listening");
    let (stop, stopping) = watch::channel(false);
    let mut workers = JoinSet::new();
    workers.spawn(app::jobs(&state).run(state.clone(), stopping.clone()));
    let realtime = realtime_server(&state, stopping.clone()).await?;
    workers.spawn(live::run(state.clone(), stopping.clone()));
    workers.spawn(realtime);
    workers.spawn(event_feed::run(state.clone(), stopping.clone(), |state| async move {
        webhooks::dispatch(&state).await
    }));
    workers.spawn({
        let (state, stopping) = (state.clone(), stopping.clone());
        async move { state.watch_database(stopping).await }
    });
    workers.spawn({
        let (state, stopping) = (state.clone(), stopping.clone());
        async move { state.keep_flushing_token_uses(stopping).await }
    });
    let shutdown_state = state.clone();
    workers.spawn(async move {
        shutdown_signal().await;
        shutdown_state.start_shutdown();
        let delay = shutdown_state.config.shutdown_delay;
        tracing::info!(delay_s = delay.as_secs(), "shutting down: not ready any more");
        // The load balancer learns from `/readyz` to send new requests elsewhere. A second signal ends the wait.
        tokio::select! {
            () = wait_for_load_balancer(delay) => {}
            () = shutdown_signal() => {}
        }
        stop.send(true).ok();
    });
    server::serve(listener, app::router(state.clone()), state.clone(), stopping).await;
    let running_jobs = async { while workers.join_next().await.is_some() {} };
    if timeout(SHUTDOWN_TIMEOUT, running_jobs).await.is_err() {
        // The leases of the aborted jobs expire and another replica runs the jobs again.
        workers.abort_all();
    }
    // The last requests have used their tokens after the last flush.
    state.flush_token_uses().await?;
    tracing::info!("stopped");
    Ok(())
}

/// Raises the limit of open files, and lowers the limit of connections if that is not enough.
fn fit_file_limit(capacity: &mut CapacityConfig) -> Result<(), String> {
    let Some(files) = process::raise_file_limit() else {
        return Ok(());
    };
    let for_connections = files.saturating_sub(RESERVED_FILES);
    if for_connections < RESERVED_FILES {
        return Err(format!(
            "this process may open {files} files, and {} are the minimum: raise LimitNOFILE or `ulimit -n`",
            2 * RESERVED_FILES
        ));
    }
    // A client's WebSocket is a connection, too.
    let most = usize::try_from(for_connections).unwrap_or(usize::MAX);
    if capacity.connections > most {
        tracing::warn!(
            files,
            connections = most,
            "fewer connections than MAX_CONNECTIONS: raise LimitNOFILE or `ulimit -n`"
        );
        capacity.connections = most;
    }
    Ok(())
}

/// Binds the realtime port, if one is configured, and returns the future that serves WebSocket connections on it.
async fn realtime_server(
    state: &AppState,
    stopping: watch::Receiver<bool>,
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
    let state = state.clone();
    Ok(async move {
        if let Some(listener) = listener {
            server::serve(listener, app::realtime_router(state.clone()), state, stopping).await;
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
