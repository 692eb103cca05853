//! Removing what nobody keeps any more.

use crate::platform::{
    jobs::{NewJob, Outcome},
    state::AppState,
    storage::StorageError,
};
use chrono::{DateTime, Duration, Utc};
use futures::TryStreamExt;
use std::{collections::BTreeSet, future::Future};

/// The job that removes one stored thing.
pub const REMOVE: &str = "media:remove";

/// How old a file must be that belongs to nothing: what was just stored may be about to be written down.
const GRACE_HOURS: i64 = 24;
/// Paths that are asked about at once.
const BATCH: usize = 500;

/// The job of removing a path, to be enqueued in the transaction that gives it up.
pub fn remove(path: &str, now: DateTime<Utc>) -> NewJob<'_> {
    NewJob::at_once(REMOVE, path, now)
}

/// Does it.
pub(crate) async fn do_remove(state: AppState, path: String) -> Outcome {
    // An empty path would be the whole storage.
    if path.split('/').filter(|part| !part.is_empty()).count() < 2 {
        return Err(format!("no path of a stored thing: {path}"));
    }
    state
        .storage
        .remove_folder(&path)
        .await
        .map_err(|error| error.to_string())
}

/// Removes what lies below `top` for a day and is not in use; `in_use` says which of the given folders are.
pub async fn sweep<F>(state: &AppState, top: &str, in_use: impl Fn(Vec<String>) -> F) -> Outcome
where
    F: Future<Output = Result<BTreeSet<String>, sea_orm::DbErr>>,
{
    let failed = |error: StorageError| error.to_string();
    let before = state.clock.now() - Duration::hours(GRACE_HOURS);
    let mut files = state.storage.list(top).await.map_err(failed)?;
    let mut folders = BTreeSet::new();
    let mut more = true;
    while more {
        more = match files.try_next().await.map_err(failed)? {
            Some((path, written)) => {
                if let Some((folder, _)) = path.rsplit_once('/').filter(|_| written < before) {
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
                state.storage.remove_folder(folder).await.map_err(failed)?;
            }
        }
    }
    Ok(())
}
