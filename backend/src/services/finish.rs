//! What becomes of uploads: photos and videos, posters, and nothing where they did not go on.

use super::{entity::media as row, orders::conflict};
use crate::{
    media::{self, Area, Declared, MediaError},
    platform::{http::Failure, jobs, scope::Rows, state::AppState, storage::Storage},
};
use bytes::Bytes;
use chrono::{DateTime, Duration, Utc};
use sea_orm::{
    Condition,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    media::MediaKind,
    problem::{Problem, ProblemCode},
};

/// Stands for the file while it is being made.
const CLAIMED: &str = "…";
/// After so long whoever was making it is taken for lost.
const CLAIM_MINUTES: i64 = 5;

/// Makes a photo or a video of what was uploaded; an upload that is refused is gone.
///
/// Finished twice it answers the same: the answer to the first may have been lost on its way.
pub(super) async fn finish(
    rows: &impl Rows,
    storage: &Storage,
    held: row::Model,
    now: DateTime<Utc>,
) -> Result<row::Model, Failure> {
    if held.state == "ready" {
        return Ok(held);
    }
    if held.received != held.bytes {
        let told = format!("{} of {} bytes came", held.received, held.bytes);
        return Err(Problem::new(ProblemCode::UploadOffset).detail(told).into());
    }
    let declared = Declared {
        kind: super::views::kind(&held.kind),
        bytes: held.bytes.unsigned_abs(),
        sha256: held.sha256.as_deref(),
    };
    let own = row::Column::Id.eq(held.id).and(row::Column::State.eq("uploading"));
    // Two that finish the same upload at once would take the chunks from each other.
    let free = Condition::any()
        .add(row::Column::File.eq(""))
        .add(row::Column::UpdatedAt.lt(now - Duration::minutes(CLAIM_MINUTES)));
    let claim = row::Entity::update_many()
        .col_expr(row::Column::File, Expr::value(CLAIMED))
        .col_expr(row::Column::UpdatedAt, Expr::value(now))
        .filter(own.clone())
        .filter(free);
    if rows.update_count(claim).await? == 0 {
        return Err(conflict("the upload is being finished"));
    }
    let stored = match media::assemble(storage, &held.path, declared).await {
        Ok(stored) => stored,
        Err(error @ MediaError::Failed(_)) => {
            let release = row::Entity::update_many()
                .col_expr(row::Column::File, Expr::value(""))
                .filter(own);
            rows.update_count(release).await?;
            return Err(error.into());
        }
        Err(error) => {
            rows.delete_where(row::Entity::delete_many().filter(own)).await?;
            return Err(error.into());
        }
    };
    let side = |length: u32| Expr::value(i32::try_from(length).unwrap_or(i32::MAX));
    let length = i64::try_from(stored.bytes).unwrap_or(i64::MAX);
    let update = row::Entity::update_many()
        .col_expr(row::Column::State, Expr::value("ready"))
        .col_expr(row::Column::File, Expr::value(stored.file))
        .col_expr(row::Column::Bytes, Expr::value(length))
        .col_expr(row::Column::Received, Expr::value(length))
        .col_expr(row::Column::Width, side(stored.width))
        .col_expr(row::Column::Height, side(stored.height))
        .col_expr(row::Column::ExpiresAt, Expr::value(None::<DateTime<Utc>>))
        .col_expr(row::Column::UpdatedAt, Expr::value(now))
        .filter(own);
    if let Some(ready) = rows.update(update).await?.pop() {
        return Ok(ready);
    }
    // It was given up meanwhile.
    storage.remove_folder(&held.path).await.map_err(MediaError::from)?;
    Err(ProblemCode::NotFound.into())
}

/// Gives a video the picture it is shown by.
pub(super) async fn poster(
    rows: &impl Rows,
    storage: &Storage,
    held: row::Model,
    bytes: Bytes,
    now: DateTime<Utc>,
) -> Result<row::Model, Failure> {
    if held.kind != MediaKind::Video.as_str() || held.state != "ready" {
        return Err(conflict("only a video that was uploaded has a poster"));
    }
    let stored = media::keep_photo(storage, held.path.clone(), bytes).await?;
    let side = |length: u32| Expr::value(i32::try_from(length).unwrap_or(i32::MAX));
    let update = row::Entity::update_many()
        .col_expr(row::Column::HasPoster, Expr::value(true))
        .col_expr(row::Column::Width, side(stored.width))
        .col_expr(row::Column::Height, side(stored.height))
        .col_expr(row::Column::UpdatedAt, Expr::value(now))
        .filter(row::Column::Id.eq(held.id));
    rows.update(update)
        .await?
        .pop()
        .ok_or_else(|| ProblemCode::NotFound.into())
}

/// Forgets uploads that did not go on, and files that belong to nothing any more.
pub(super) async fn sweep(state: AppState) -> jobs::Outcome {
    let failed = |error: DbErr| error.to_string();
    let now = state.clock.now();
    let old = row::Entity::delete_many()
        .filter(row::Column::State.eq("uploading"))
        .filter(row::Column::ExpiresAt.lt(now));
    state.system().delete_where(old).await.map_err(failed)?;
    let in_use = |folders: Vec<String>| {
        let system = state.system();
        async move {
            let prefix = format!("{}/", media::UPLOADS);
            let paths = folders
                .iter()
                .map(|folder| folder.trim_start_matches(&prefix).to_owned());
            let kept = system
                .all(row::Entity::find().filter(row::Column::Path.is_in(paths)))
                .await?;
            let both = kept
                .into_iter()
                .flat_map(|row| [format!("{prefix}{}", row.path), row.path]);
            Ok(both.collect())
        }
    };
    media::sweep(&state, Area::Items.as_str(), in_use).await?;
    media::sweep(&state, &format!("{}/{}", media::UPLOADS, Area::Items.as_str()), in_use).await
}
