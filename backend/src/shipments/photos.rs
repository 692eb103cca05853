//! Photos of what is wrong with a shipment: the client's until they are reported, for both sides from then on.

use super::{
    ShipmentError, contents,
    entity::{shipment, shipment_photo as photo},
};
use crate::{
    media::{self, Area, Signer},
    platform::{
        http::{Answer, Api, Failure, Input, Upload},
        jobs::{Jobs, Outcome},
        scope::{ClientScope, Rows},
        state::AppState,
    },
};
use axum::extract::State;
use sea_orm::{ActiveValue::NotSet, QueryOrder, Set, entity::prelude::*};
use shared_types::{
    endpoint::Nothing,
    id::{ShipmentId, ShipmentPhotoId},
    media::limits,
    orders::Side,
    problem::{Problem, ProblemCode},
    shipments::*,
};

/// The job that removes files of photos that belong to no shipment.
const SWEEP: &str = "shipments:sweep";
/// Bytes of a photo's file, as the body of a request.
const LIMIT: usize = 25 << 20;
const _: () = assert!(LIMIT as u64 == limits::PHOTO_BYTES, "the body's limit is the photo's");

/// Its addresses.
pub fn routes(api: Api) -> Api {
    api.serve::<AddShipmentPhoto, _>(add)
        .serve::<RemoveShipmentPhoto, _>(remove)
}

/// Its jobs.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.handle(SWEEP, |state, _| sweep(state))
        .every(chrono::Duration::hours(6), SWEEP)
}

fn view(row: &photo::Model, signer: &Signer) -> ShipmentPhoto {
    ShipmentPhoto {
        id: ShipmentPhotoId(row.id),
        addresses: signer.photo(&row.path),
        created_at: row.created_at,
    }
}

async fn of(rows: &impl Rows, shipment_id: i64) -> Result<Vec<photo::Model>, DbErr> {
    let select = photo::Entity::find()
        .filter(photo::Column::ShipmentId.eq(shipment_id))
        .order_by_asc(photo::Column::Id);
    rows.all(select).await
}

/// The card with the photos that this side may see.
pub(super) async fn shown(
    rows: &impl Rows,
    mut card: Shipment,
    side: Side,
    signer: &Signer,
) -> Result<Shipment, DbErr> {
    let reported = card.problem_reason.is_some();
    // Most shipments never come to a report: those are not asked about.
    if reported || (side == Side::Client && card.summary.status == ShipmentStatus::Arrived) {
        let photos = of(rows, card.summary.id.0).await?;
        card.problem_photos = photos.iter().map(|row| view(row, signer)).collect();
    }
    Ok(card)
}

/// The shipment, when the client may report it now.
async fn reportable(rows: &impl Rows, id: ShipmentId) -> Result<shipment::Model, ShipmentError> {
    let row = contents::lock(rows, id).await?;
    contents::target(&row, ShipmentMove::Report, Side::Client)?;
    Ok(row)
}

async fn add(
    State(state): State<AppState>,
    scope: ClientScope,
    input: Upload<AddShipmentPhoto, LIMIT>,
) -> Result<Answer<AddShipmentPhoto>, Failure> {
    let (id,) = input.path;
    let now = state.clock.now();
    // Asked before the work of reading the picture, and again in the transaction that keeps it.
    let seen = scope.one(shipment::Entity::find_by_id(id.0)).await?;
    let seen = seen.ok_or(ProblemCode::NotFound)?;
    contents::target(&seen, ShipmentMove::Report, Side::Client)?;
    room(&scope, seen.id).await?;
    let path = media::new_path(Area::Problems, seen.agent_id);
    let stored = media::keep_photo(&state.storage, path, input.bytes).await?;
    let tx = scope.begin().await?;
    let shipment = reportable(&tx, id).await?;
    room(&tx, shipment.id).await?;
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
    let row = tx.insert(row).await?;
    tx.commit().await?;
    Ok(Answer(view(&row, &Signer::new(&state))))
}

async fn room(rows: &impl Rows, shipment_id: i64) -> Result<(), Failure> {
    if of(rows, shipment_id).await?.len() >= PHOTOS {
        let told = format!("a report has at most {PHOTOS} photos");
        return Err(Problem::new(ProblemCode::MediaLimit).detail(told).into());
    }
    Ok(())
}

async fn remove(
    State(state): State<AppState>,
    scope: ClientScope,
    input: Input<RemoveShipmentPhoto>,
) -> Result<Answer<RemoveShipmentPhoto>, Failure> {
    let (id, photo_id) = input.path;
    let now = state.clock.now();
    let tx = scope.begin().await?;
    let shipment = reportable(&tx, id).await?;
    let held = photo::Entity::find_by_id(photo_id.0).filter(photo::Column::ShipmentId.eq(shipment.id));
    let held = tx.one(held).await?.ok_or(ProblemCode::NotFound)?;
    tx.delete_where(photo::Entity::delete_many().filter(photo::Column::Id.eq(held.id)))
        .await?;
    tx.later(media::remove(&held.path, now), now).await?;
    tx.commit().await?;
    Ok(Answer(Nothing {}))
}

async fn sweep(state: AppState) -> Outcome {
    let in_use = |folders: Vec<String>| {
        let system = state.system();
        async move {
            let kept = photo::Entity::find().filter(photo::Column::Path.is_in(folders));
            let kept = system.all(kept).await?;
            Ok(kept.into_iter().map(|row| row.path).collect())
        }
    };
    media::sweep(&state, Area::Problems.as_str(), in_use).await
}
