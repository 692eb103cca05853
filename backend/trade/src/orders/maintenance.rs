//! Daily maintenance: segments of the search index are merged (also by `karavan search:merge`, after a large import), and old
//! read marks are deleted.

use super::{activity, translation};
use chrono::Duration;
use platform::{
    jobs::{Jobs, Outcome},
    state::AppState,
};
use sea_orm::DbErr;

/// Name of the job that merges the segments of the search index.
const MERGE_JOB: &str = "orders:merge-search";
/// Name of the job that deletes old read marks.
const READS_JOB: &str = "orders:delete-old-reads";
/// The FTS5 table of SQLite.
const SEARCH_TABLE: &str = "order_search";

/// Registers the jobs of the orders feature.
pub fn jobs(jobs: Jobs) -> Jobs {
    translation::added::jobs(translation::jobs(jobs))
        .handle(MERGE_JOB, |state, _| run_merge_job(state))
        .every(Duration::days(1), MERGE_JOB)
        .handle(READS_JOB, |state, _| delete_old_reads(state))
        .every(Duration::days(1), READS_JOB)
}

/// Merges the segments of the SQLite search index if there are too many. Returns their number before.
pub async fn merge_search_index(state: &AppState) -> Result<i64, DbErr> {
    state.merge_segments(SEARCH_TABLE).await
}

async fn run_merge_job(state: AppState) -> Outcome {
    merge_search_index(&state)
        .await
        .map(drop)
        .map_err(|error| error.to_string())
}

async fn delete_old_reads(state: AppState) -> Outcome {
    activity::delete_old_reads(&state.system(), state.clock.now())
        .await
        .map(drop)
        .map_err(|error| error.to_string())
}
