//! The end of an upload: assembly into a photo or video, the poster of a video, removal of uploads that expired.

use crate::orders::services::ServiceError;
use bytes::Bytes;
use chrono::{DateTime, Duration, Utc};
use entities::service_media as row;
use entities::service_media::MediaState;
use infra::media::{self, Area, DeclaredFile, MediaError};
use platform::error::OperationError;
use platform::{jobs, scope::ScopedConnection, state::AppState, storage::Storage};
use sea_orm::{
    Condition,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::media::MediaKind;

/// Value of `file` while a request assembles the upload.
const CLAIM_MARKER: &str = "…";
/// Minutes after which the request that claimed an upload is presumed dead.
const CLAIM_MINUTES: i64 = 5;

/// Assembles an upload into a photo or a video. A rejected upload is deleted.
///
/// Idempotent: a finished upload is returned as it is, because the first response may have been lost.
pub(super) async fn complete_upload(
    rows: &impl ScopedConnection,
    state: &AppState,
    upload: row::Model,
    now: DateTime<Utc>,
) -> Result<row::Model, ServiceError> {
    if upload.state == MediaState::Ready {
        return Ok(upload);
    }
    if upload.received != upload.bytes {
        return Err(ServiceError::UploadOffset {
            received: upload.received,
            bytes: upload.bytes,
        });
    }
    let declared = DeclaredFile {
        kind: upload.kind,
        bytes: upload.bytes.unsigned_abs(),
        sha256: upload.sha256.as_deref(),
    };
    let this_upload = row::Column::Id
        .eq(upload.id)
        .and(row::Column::State.eq(MediaState::Uploading));
    // Assembly removes the chunks, so only one request at a time may assemble an upload.
    let unclaimed = Condition::any()
        .add(row::Column::File.eq(""))
        .add(row::Column::UpdatedAt.lt(now - Duration::minutes(CLAIM_MINUTES)));
    let claim = row::Entity::update_many()
        .col_expr(row::Column::File, Expr::value(CLAIM_MARKER))
        .col_expr(row::Column::UpdatedAt, Expr::value(now))
        .filter(this_upload.clone())
        .filter(unclaimed);
    if rows.update_count(claim).await? == 0 {
        return Err(ServiceError::UploadInProgress);
    }
    let stored = match media::assemble(state, &upload.path, declared).await {
        Ok(stored) => stored,
        Err(error) if error.is_temporary() => {
            let release = row::Entity::update_many()
                .col_expr(row::Column::File, Expr::value(""))
                .filter(this_upload);
            rows.update_count(release).await?;
            return Err(error.into());
        }
        Err(error) => {
            rows.delete_where(row::Entity::delete_many().filter(this_upload))
                .await?;
            return Err(error.into());
        }
    };
    let side = |length: u32| Expr::value(i32::try_from(length).unwrap_or(i32::MAX));
    let length = i64::try_from(stored.bytes).unwrap_or(i64::MAX);
    let update = row::Entity::update_many()
        .col_expr(row::Column::State, Expr::value(MediaState::Ready))
        .col_expr(row::Column::File, Expr::value(stored.file))
        .col_expr(row::Column::Bytes, Expr::value(length))
        .col_expr(row::Column::Received, Expr::value(length))
        .col_expr(row::Column::Width, side(stored.width))
        .col_expr(row::Column::Height, side(stored.height))
        .col_expr(row::Column::ExpiresAt, Expr::value(None::<DateTime<Utc>>))
        .col_expr(row::Column::UpdatedAt, Expr::value(now))
        .filter(this_upload);
    if let Some(ready) = rows.update(update).await?.pop() {
        return Ok(ready);
    }
    // The upload was removed during assembly.
    state
        .storage
        .remove_folder(&upload.path)
        .await
        .map_err(MediaError::from)?;
    Err(OperationError::NotFound.into())
}

/// Stores the poster image of a finished video.
pub(super) async fn store_poster(
    rows: &impl ScopedConnection,
    storage: &Storage,
    video: row::Model,
    bytes: Bytes,
    now: DateTime<Utc>,
) -> Result<row::Model, ServiceError> {
    if video.kind != MediaKind::Video || video.state != MediaState::Ready {
        return Err(ServiceError::VideoNotFinished);
    }
    let stored = media::store_photo(storage, video.path.clone(), bytes).await?;
    // The files of the poster are in the folder of the video, and replace the files of an earlier poster.
    let file = format!("{}/{}", video.path, video.file);
    let total = storage.size(&file).await.map_err(MediaError::from)? + stored.bytes;
    let side = |length: u32| Expr::value(i32::try_from(length).unwrap_or(i32::MAX));
    let update = row::Entity::update_many()
        .col_expr(row::Column::HasPoster, Expr::value(true))
        .col_expr(
            row::Column::Bytes,
            Expr::value(i64::try_from(total).unwrap_or(i64::MAX)),
        )
        .col_expr(row::Column::Width, side(stored.width))
        .col_expr(row::Column::Height, side(stored.height))
        .col_expr(row::Column::UpdatedAt, Expr::value(now))
        .filter(row::Column::Id.eq(video.id));
    rows.update(update)
        .await?
        .pop()
        .ok_or_else(|| OperationError::NotFound.into())
}

/// Removes expired uploads, and stored files that no row refers to.
pub(super) async fn remove_expired(state: AppState) -> jobs::Outcome {
    let failed = |error: DbErr| error.to_string();
    let now = state.clock.now();
    let expired = row::Entity::delete_many()
        .filter(row::Column::State.eq(MediaState::Uploading))
        .filter(row::Column::ExpiresAt.lt(now));
    state.system().delete_where(expired).await.map_err(failed)?;
    let in_use = |folders: Vec<String>| {
        let system = state.system();
        async move {
            let prefix = format!("{}/", media::UPLOADS);
            let paths = folders
                .iter()
                .map(|folder| folder.trim_start_matches(&prefix).to_owned());
            let used = system
                .all(row::Entity::find().filter(row::Column::Path.is_in(paths)))
                .await?;
            let folders = used
                .into_iter()
                .flat_map(|row| [format!("{prefix}{}", row.path), row.path]);
            Ok(folders.collect())
        }
    };
    let uploads = format!("{}/{}", media::UPLOADS, Area::Items.as_str());
    let files = media::remove_orphans(&state, Area::Items.as_str(), in_use).await;
    files.and(media::remove_orphans(&state, &uploads, in_use).await)
}
