//! Photos of a problem with a shipment. Only the client sees them until the problem is reported, then both sides do.

use super::{ShipmentError, contents};
use books::billing;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use entities::{shipment, shipment_photo as photo};
use infra::media::{self, Area, StoredMedia, UrlSigner};
use platform::{
    jobs::{Jobs, Outcome},
    scope::{ClientPolicy, ClientScope, ScopedConnection, Tx},
    state::AppState,
    storage::{self, Storage},
};
use sea_orm::{ActiveValue::NotSet, QueryOrder, Set, entity::prelude::*};
use shared_types::{
    billing::PlanLimit,
    id::{ShipmentId, ShipmentPhotoId},
    orders::Side,
    shipments::*,
};

/// The job that removes unreferenced files of photos.
const SWEEP_JOB: &str = "shipments:sweep";
/// Registers the jobs of photos.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.handle(SWEEP_JOB, |state, _| sweep(state))
        .calls(SWEEP_JOB, [storage::SYSTEM])
        .every(chrono::Duration::hours(6), SWEEP_JOB)
}

pub(super) fn photo_view(row: &photo::Model, signer: &UrlSigner) -> ShipmentPhoto {
    ShipmentPhoto {
        id: row.id,
        addresses: signer.photo(&row.path),
        created_at: row.created_at,
    }
}

/// The photos of a shipment, oldest first.
async fn load_photos(rows: &impl ScopedConnection, shipment_id: ShipmentId) -> Result<Vec<photo::Model>, DbErr> {
    let select = photo::Entity::find()
        .filter(photo::Column::ShipmentId.eq(shipment_id))
        .order_by_asc(photo::Column::Id);
    rows.all(select).await
}

/// Adds the photos that this side may see to the view of a shipment.
pub(super) async fn with_photos(
    rows: &impl ScopedConnection,
    mut card: Shipment,
    side: Side,
    signer: &UrlSigner,
) -> Result<Shipment, DbErr> {
    let reported = card.problem_reason.is_some();
    // Most shipments never have a problem; they need no query.
    if reported || (side == Side::Client && card.summary.status == ShipmentStatus::Arrived) {
        let photos = load_photos(rows, card.summary.id).await?;
        card.problem_photos = photos.iter().map(|row| photo_view(row, signer)).collect();
    }
    Ok(card)
}

/// Locks a shipment whose problem the client can report now.
async fn lock_reportable(rows: &impl ScopedConnection, id: ShipmentId) -> Result<shipment::Model, ShipmentError> {
    let row = contents::lock(rows, id).await?;
    contents::next_status(&row, ShipmentMove::Report, Side::Client)?;
    Ok(row)
}

/// Adds a photo to a shipment whose problem the client can report now.
pub(super) async fn add(
    scope: &ClientScope,
    storage: &Storage,
    id: ShipmentId,
    bytes: Bytes,
    storage_limit: Option<i64>,
    now: DateTime<Utc>,
) -> Result<photo::Model, ShipmentError> {
    // Checked before the picture is re-encoded, and again in the transaction that stores it.
    let shipment = scope.one(shipment::Entity::find_by_id(id)).await?;
    let shipment = shipment.ok_or(ShipmentError::NotFound)?;
    contents::next_status(&shipment, ShipmentMove::Report, Side::Client)?;
    check_photo_limit(scope, shipment.id).await?;
    billing::check_storage(scope, shipment.agent_id, storage_limit, bytes.len(), now).await??;
    let path = media::new_path(Area::Problems, shipment.agent_id);
    let stored = media::store_photo(storage, path, bytes).await?;
    let limit = (PlanLimit::Storage, storage_limit);
    let insert = async |tx: &Tx<ClientPolicy>| {
        let row = insert(tx, id, stored, now).await?;
        billing::ensure_within(tx, row.agent_id, limit, now).await??;
        Ok(row)
    };
    scope.in_transaction(insert).await
}

async fn insert(
    rows: &impl ScopedConnection,
    id: ShipmentId,
    stored: StoredMedia,
    now: DateTime<Utc>,
) -> Result<photo::Model, ShipmentError> {
    let shipment = lock_reportable(rows, id).await?;
    check_photo_limit(rows, shipment.id).await?;
    let side = |pixels: u32| i32::try_from(pixels).unwrap_or(i32::MAX);
    let row = photo::ActiveModel {
        id: NotSet,
        agent_id: Set(shipment.agent_id),
        client_id: Set(shipment.client_id),
        shipment_id: Set(shipment.id),
        path: Set(stored.path),
        width: Set(side(stored.width)),
        height: Set(side(stored.height)),
        bytes: Set(i64::try_from(stored.bytes).unwrap_or(i64::MAX)),
        created_at: Set(now),
    };
    Ok(rows.insert(row).await?)
}

/// Checks that the shipment has fewer photos than the limit.
async fn check_photo_limit(rows: &impl ScopedConnection, shipment_id: ShipmentId) -> Result<(), ShipmentError> {
    if load_photos(rows, shipment_id).await?.len() >= PHOTOS {
        return Err(ShipmentError::TooManyPhotos);
    }
    Ok(())
}

/// Removes a photo. Its files are removed by a job after the transaction commits.
pub(super) async fn remove(
    rows: &impl ScopedConnection,
    id: ShipmentId,
    photo_id: ShipmentPhotoId,
    now: DateTime<Utc>,
) -> Result<(), ShipmentError> {
    let shipment = lock_reportable(rows, id).await?;
    let photo = photo::Entity::find_by_id(photo_id).filter(photo::Column::ShipmentId.eq(shipment.id));
    let photo = rows.one(photo).await?.ok_or(ShipmentError::NotFound)?;
    rows.delete_where(photo::Entity::delete_many().filter(photo::Column::Id.eq(photo.id)))
        .await?;
    rows.enqueue(media::removal_job(&photo.path, now), now).await?;
    Ok(())
}

/// Removes stored photos that no row refers to.
async fn sweep(state: AppState) -> Outcome {
    let in_use = |folders: Vec<String>| {
        let system = state.system();
        async move {
            let photos = photo::Entity::find().filter(photo::Column::Path.is_in(folders));
            let photos = system.all(photos).await?;
            Ok(photos.into_iter().map(|row| row.path).collect())
        }
    };
    media::remove_orphans(&state, Area::Problems.as_str(), in_use).await
}
