//! The WebSocket: subscriptions to channels, the changes of cabinets, and the end of sockets whose sessions have ended.
//!
//! Invariants:
//! - A socket receives nothing about an object that its person may not read at that moment.
//! - An event carries ids only. It is sent after the commit of its cause.
//! - A draft is announced to its client only.

mod changes;
mod close;
mod delivery;
mod grant;
mod routes;
mod socket_routes;

pub use routes::routes;
pub use socket_routes::connect;

use close::close_ended_sessions;
use delivery::Deliveries;
use platform::{realtime::CloseReason, state::AppState};
use std::time::Duration;
use tokio::{
    sync::watch,
    time::{MissedTickBehavior, interval},
};

/// How often the sessions of open sockets are checked without a signal. It finds sessions that expired, and changes whose
/// signal was lost or that were made outside the server.
const SESSION_SWEEP_INTERVAL: Duration = Duration::from_secs(30);

const CLOSE_RESTART: CloseReason = (4200, "the server restarts, connect again");

/// Delivers signals to sockets and closes the sockets of ended sessions, until `stopping` is set.
pub async fn run(state: AppState, stopping: watch::Receiver<bool>) {
    run_with_sweep(state, stopping, SESSION_SWEEP_INTERVAL).await;
}

/// Like [`run`], with another interval between the checks of all sessions.
pub async fn run_with_sweep(state: AppState, mut stopping: watch::Receiver<bool>, sweep: Duration) {
    let deliveries = Deliveries::new(state.clone());
    let signals = state.handle_signals(stopping.clone(), |signal| deliveries.add(&signal));
    let forwarding = state.forward_changes(stopping.clone());
    let checks = async {
        let mut timer = interval(sweep);
        timer.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let stopped = async { stopping.wait_for(|stop| *stop).await.map(drop) };
            tokio::select! {
                _ = timer.tick() => {}
                _ = stopped => break,
            }
            close_ended_sessions(&state).await;
        }
    };
    tokio::join!(signals, forwarding, checks);
    state.hub.close_all(CLOSE_RESTART);
}
