//! A photo that is there whole: the same upload as a phone's, in one go.

use super::{
    entity::item_service,
    finish,
    uploads::{self, Target},
};
use crate::platform::{http::Failure, scope::Rows, storage::Storage};
use bytes::Bytes;
use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;
use shared_types::{
    media::MediaKind,
    problem::ProblemCode,
    services::{NewUpload, ServiceMedia},
};

/// Adds a photo to a service that waits for photos.
pub(crate) async fn photo(
    rows: &impl Rows,
    storage: &Storage,
    service: i64,
    bytes: &'static [u8],
    now: DateTime<Utc>,
) -> Result<(), Failure> {
    let select = item_service::Entity::find_by_id(service);
    let service = rows.one(select).await?.ok_or(ProblemCode::NotFound)?;
    let target = Target::of_service(&service, ServiceMedia::Photo)?;
    let new = NewUpload {
        name: "photo.jpg".to_owned(),
        bytes: i64::try_from(bytes.len()).unwrap_or(i64::MAX),
        kind: MediaKind::Photo,
        sha256: None,
    };
    let begun = uploads::start(rows, &target, None, &new, now).await?;
    let came = uploads::chunk(rows, storage, &begun, 0, Bytes::from_static(bytes), now).await?;
    finish::finish(rows, storage, came.ok_or(ProblemCode::UploadOffset)?, now).await?;
    Ok(())
}
