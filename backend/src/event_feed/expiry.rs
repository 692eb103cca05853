//! Deletes events that are no longer kept.

use chrono::Duration;
use entities::event::{Column, Entity};
use platform::{
    jobs::{Jobs, Outcome},
    scope::ScopedConnection,
    state::AppState,
};
use sea_orm::entity::prelude::*;
use shared_types::events::KEPT_DAYS;

const EXPIRE: &str = "events:expire";

/// Registers the job.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.handle(EXPIRE, |state, _| expire(state))
        .every(Duration::hours(1), EXPIRE)
}

async fn expire(state: AppState) -> Outcome {
    let oldest = state.clock.now() - Duration::days(KEPT_DAYS);
    let old = Entity::delete_many().filter(Column::PublishedAt.lt(oldest));
    let deleted = state
        .system()
        .delete_where(old)
        .await
        .map_err(|error| error.to_string())?;
    if deleted > 0 {
        tracing::info!(deleted, "events deleted that are no longer kept");
    }
    Ok(())
}
