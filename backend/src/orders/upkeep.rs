//! What keeps searches quick: done once a day, or by hand after much was brought in at once.

use crate::platform::{
    jobs::{Jobs, Outcome},
    state::AppState,
};
use chrono::Duration;
use sea_orm::DbErr;

/// The job that merges.
const MERGE: &str = "orders:merge-search";
/// The index of SQLite.
const INDEX: &str = "order_search";

/// The feature's jobs.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.handle(MERGE, |state, _| merged(state))
        .every(Duration::days(1), MERGE)
}

/// Makes one part of the index of words; says how many there were.
pub async fn merge_search(state: &AppState) -> Result<i64, DbErr> {
    state.merge_parts(INDEX).await
}

async fn merged(state: AppState) -> Outcome {
    merge_search(&state).await.map(drop).map_err(|error| error.to_string())
}
