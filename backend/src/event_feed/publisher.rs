//! The task of each replica that publishes changes.

use platform::state::AppState;
use sea_orm::DbErr;
use std::time::Duration;
use tokio::{
    sync::watch,
    time::{Interval, MissedTickBehavior, interval, sleep},
};

/// How often the outbox is read without a commit of this replica: another replica may have died after its commit.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// The least time between two rounds. Commits of this time are published together, because a round costs about as much for one change
/// as for ten.
const ROUND_INTERVAL: Duration = Duration::from_millis(100);
/// After so many rounds events are dispatched although none was published.
const SWEEP_ROUNDS: u32 = 60;

#[expect(clippy::disallowed_methods, reason = "the loop that publishes events")]
async fn wait_for_poll() {
    sleep(POLL_INTERVAL).await;
}

/// Ticks at once after a longer wait.
fn rounds() -> Interval {
    let mut rounds = interval(ROUND_INTERVAL);
    rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    rounds
}

/// Publishes changes after the commits of this replica, until `stopping` is set. `dispatch` handles new events; it also runs at the
/// start and every minute, for events whose replica has died.
pub async fn run<F>(state: AppState, mut stopping: watch::Receiver<bool>, dispatch: impl Fn(AppState) -> F + Send)
where
    F: Future<Output = Result<(), DbErr>> + Send,
{
    let mut ticks = rounds();
    let mut rounds = 0_u32;
    loop {
        ticks.tick().await;
        let published = super::publish(&state).await;
        let is_due = rounds.is_multiple_of(SWEEP_ROUNDS) || published.as_ref().is_ok_and(|agents| !agents.is_empty());
        let dispatched = if is_due { dispatch(state.clone()).await } else { Ok(()) };
        if let Err(error) = published.map(drop).and(dispatched) {
            tracing::warn!(%error, "events could not be published, they wait");
        }
        rounds = rounds.wrapping_add(1);
        tokio::select! {
            () = state.wait_for_commit() => {}
            () = wait_for_poll() => {}
            _ = stopping.wait_for(|stop| *stop) => return,
        }
    }
}
