//! The task of each replica that publishes changes.

use platform::state::AppState;
use std::time::Duration;
use tokio::{sync::watch, time::sleep};

/// How often the outbox is read without a commit of this replica: another replica may have died after its commit.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

#[expect(clippy::disallowed_methods, reason = "the loop that publishes events")]
async fn wait_for_poll() {
    sleep(POLL_INTERVAL).await;
}

/// Publishes changes after the commits of this replica, until `stopping` is set.
pub async fn run(state: AppState, mut stopping: watch::Receiver<bool>) {
    loop {
        if let Err(error) = super::publish(&state).await {
            tracing::warn!(%error, "events could not be published, they wait");
        }
        tokio::select! {
            () = state.wait_for_commit() => {}
            () = wait_for_poll() => {}
            _ = stopping.wait_for(|stop| *stop) => return,
        }
    }
}
