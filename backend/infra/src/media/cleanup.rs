//! Removal of stored files: by a job together with the row that refers to them, or by a sweep for unreferenced files.

use chrono::{DateTime, Duration, Utc};
use futures::TryStreamExt;
use platform::{
    jobs::{FailedRows, NewJob, Outcome},
    state::AppState,
    storage::StorageError,
};
use std::{collections::BTreeSet, future::Future};

/// The job that removes the folder of one stored file. Its payload is the path of the folder.
pub const REMOVE_JOB: &str = "media:remove";

/// Minimum age in hours of an unreferenced file that is removed. The row of a newer file may not be committed yet.
const GRACE_HOURS: i64 = 24;
/// Number of folders that are checked at once.
const BATCH: usize = 500;

/// The job that removes a path. Enqueue it in the transaction that deletes the last reference to the path.
pub fn removal_job(path: &str, now: DateTime<Utc>) -> NewJob<'_> {
    NewJob::immediate(REMOVE_JOB, path, now)
}

/// Handles the job [`REMOVE_JOB`].
pub async fn handle_removal(state: AppState, path: String) -> Outcome {
    // A shorter path would remove a whole area, and an empty one the whole storage.
    if path.split('/').filter(|part| !part.is_empty()).count() < 2 {
        return Err(format!("not the path of a stored file: {path}"));
    }
    state
        .storage
        .remove_folder(&path)
        .await
        .map_err(|error| error.to_string())
}

/// Removes folders below `top` that are older than a day and not in use. `in_use` filters the given folders. If a folder can't be
/// removed, the others still are.
pub async fn remove_orphans<F>(state: &AppState, top: &str, in_use: impl Fn(Vec<String>) -> F) -> Outcome
where
    F: Future<Output = Result<BTreeSet<String>, sea_orm::DbErr>>,
{
    let failed = |error: StorageError| error.to_string();
    let cutoff = state.clock.now() - Duration::hours(GRACE_HOURS);
    let mut files = state.storage.list(top).await.map_err(failed)?;
    let mut folders = BTreeSet::new();
    let mut not_removed = FailedRows::default();
    let mut more = true;
    while more {
        more = match files.try_next().await.map_err(failed)? {
            Some((path, written)) => {
                if let Some((folder, _)) = path.rsplit_once('/').filter(|_| written < cutoff) {
                    folders.insert(folder.to_owned());
                }
                true
            }
            None => false,
        };
        if folders.len() >= BATCH || !more {
            let batch: Vec<_> = std::mem::take(&mut folders).into_iter().collect();
            let used = in_use(batch.clone()).await.map_err(|error| error.to_string())?;
            for folder in batch.iter().filter(|folder| !used.contains(*folder)) {
                let removed = state.storage.remove_folder(folder).await;
                not_removed.check(folder, removed);
            }
        }
    }
    not_removed.into_outcome()
}
