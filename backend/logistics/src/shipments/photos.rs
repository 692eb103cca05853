//! Photos of a problem with a shipment, and of the scale at a new weighing. Only the client sees photos of a problem until it is
//! reported, then both sides do.

use super::{ShipmentError, contents};
use books::billing;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use entities::{shipment, shipment_photo as photo, shipment_reweighing as reweighing};
use infra::media::{self, Area, StoredMedia, UrlSigner};
use platform::{
    jobs::{Jobs, Outcome},
    scope::{RowPolicy, Scope, ScopedConnection, Tx},
    state::AppState,
    storage::{self, Storage},
};
use sea_orm::{ActiveValue::NotSet, QueryOrder, Set, entity::prelude::*};
use shared_types::{
    billing::PlanLimit,
    id::{ReweighingId, ShipmentId, ShipmentPhotoId},
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

/// A thing that photos show.
#[derive(Clone, Copy)]
pub(super) enum Pictured {
    /// The problem of a shipment, by its client.
    Problem(ShipmentId),
    /// The scale at a new weighing, by staff.
    Reweighing(ShipmentId, ReweighingId),
}

impl Pictured {
    const fn shipment_id(self) -> ShipmentId {
        match self {
            Self::Problem(id) | Self::Reweighing(id, _) => id,
        }
    }

    const fn reweighing_id(self) -> Option<ReweighingId> {
        match self {
            Self::Problem(_) => None,
            Self::Reweighing(_, id) => Some(id),
        }
    }

    fn photos(self) -> Select<photo::Entity> {
        let of_reweighing = match self.reweighing_id() {
            Some(id) => photo::Column::ReweighingId.eq(id),
            None => photo::Column::ReweighingId.is_null(),
        };
        photo::Entity::find()
            .filter(photo::Column::ShipmentId.eq(self.shipment_id()))
            .filter(of_reweighing)
            .order_by_asc(photo::Column::Id)
    }

    /// Returns the shipment if photos can be added now.
    async fn check(
        self,
        rows: &impl ScopedConnection,
        shipment: shipment::Model,
    ) -> Result<shipment::Model, ShipmentError> {
        match self {
            Self::Problem(_) => contents::next_status(&shipment, ShipmentMove::Report, Side::Client).map(drop)?,
            Self::Reweighing(_, id) => {
                let of_shipment = reweighing::Column::ShipmentId.eq(shipment.id);
                let entry = reweighing::Entity::find_by_id(id).filter(of_shipment);
                rows.one(entry).await?.map(drop).ok_or(ShipmentError::NotFound)?;
            }
        }
        Ok(shipment)
    }
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
        let photos = rows.all(Pictured::Problem(card.summary.id).photos()).await?;
        card.problem_photos = photos.iter().map(|row| photo_view(row, signer)).collect();
    }
    Ok(card)
}

/// Adds a photo of a problem that the client can report now, or of a new weighing.
pub(super) async fn add<W: RowPolicy>(
    scope: &Scope<W>,
    storage: &Storage,
    pictured: Pictured,
    bytes: Bytes,
    storage_limit: Option<i64>,
    now: DateTime<Utc>,
) -> Result<photo::Model, ShipmentError> {
    // Checked before the picture is re-encoded, and again in the transaction that stores it.
    let shipment = scope.one(shipment::Entity::find_by_id(pictured.shipment_id())).await?;
    let shipment = pictured.check(scope, shipment.ok_or(ShipmentError::NotFound)?).await?;
    check_photo_limit(scope, pictured).await?;
    billing::check_storage(scope, shipment.agent_id, storage_limit, bytes.len(), now).await??;
    let path = media::new_path(Area::Problems, shipment.agent_id);
    let stored = media::store_photo(storage, path, bytes).await?;
    let limit = (PlanLimit::Storage, storage_limit);
    let insert = async |tx: &Tx<W>| {
        let row = insert(tx, pictured, stored, now).await?;
        billing::ensure_within(tx, row.agent_id, limit, now).await??;
        Ok(row)
    };
    scope.in_transaction(insert).await
}

async fn insert(
    rows: &impl ScopedConnection,
    pictured: Pictured,
    stored: StoredMedia,
    now: DateTime<Utc>,
) -> Result<photo::Model, ShipmentError> {
    let shipment = contents::lock(rows, pictured.shipment_id()).await?;
    let shipment = pictured.check(rows, shipment).await?;
    check_photo_limit(rows, pictured).await?;
    let side = |pixels: u32| i32::try_from(pixels).unwrap_or(i32::MAX);
    let row = photo::ActiveModel {
        id: NotSet,
        agent_id: Set(shipment.agent_id),
        client_id: Set(shipment.client_id),
        shipment_id: Set(shipment.id),
        reweighing_id: Set(pictured.reweighing_id()),
        path: Set(stored.path),
        width: Set(side(stored.width)),
        height: Set(side(stored.height)),
        bytes: Set(i64::try_from(stored.bytes).unwrap_or(i64::MAX)),
        created_at: Set(now),
    };
    Ok(rows.insert(row).await?)
}

/// Checks that there are fewer photos than the limit.
async fn check_photo_limit(rows: &impl ScopedConnection, pictured: Pictured) -> Result<(), ShipmentError> {
    if rows.all(pictured.photos()).await?.len() >= PHOTOS {
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
    let shipment = contents::lock(rows, id).await?;
    let pictured = Pictured::Problem(id);
    pictured.check(rows, shipment).await?;
    let photo = pictured.photos().filter(photo::Column::Id.eq(photo_id));
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
