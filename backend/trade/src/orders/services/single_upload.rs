//! Upload of a photo from memory: the same steps as an upload over HTTP, in one call.

use super::uploads::{self, UploadTarget};
use crate::orders::services::ServiceError;
use crate::orders::services::completion;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use entities::item_service;
use platform::error::OperationError;
use platform::{scope::ScopedConnection, state::AppState};
use sea_orm::entity::prelude::*;
use shared_types::{
    id::ItemServiceId,
    media::MediaKind,
    services::{NewUpload, ServiceMedia},
};

/// Adds a photo to a service that produces photos.
pub async fn upload_photo(
    rows: &impl ScopedConnection,
    state: &AppState,
    service: ItemServiceId,
    bytes: &'static [u8],
    now: DateTime<Utc>,
) -> Result<(), ServiceError> {
    let select = item_service::Entity::find_by_id(service);
    let service = rows.one(select).await?.ok_or(OperationError::NotFound)?;
    let target = UploadTarget::of_service(&service, ServiceMedia::Photo)?;
    let new = NewUpload {
        name: "photo.jpg".to_owned(),
        bytes: i64::try_from(bytes.len()).unwrap_or(i64::MAX),
        kind: MediaKind::Photo,
        sha256: None,
    };
    let upload = uploads::start(rows, &target, None, &new, now).await?;
    let received = uploads::append_chunk(rows, &state.storage, &upload, 0, Bytes::from_static(bytes), now).await?;
    let received = received.ok_or(ServiceError::UploadOffset {
        received: upload.received,
        bytes: upload.bytes,
    })?;
    completion::complete_upload(rows, state, received, now).await?;
    Ok(())
}
