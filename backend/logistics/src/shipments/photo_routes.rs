//! Routes of photos of a problem with a shipment, and of the scale at a new weighing.

use super::photos::{self, Pictured};
use axum::extract::State;
use infra::media::UrlSigner;
use platform::{
    auth::Caller,
    http::{Api, ApiResponse, ApiResult, ClientCall, Failure, Upload},
    scope::{AgentScope, ClientScope},
    state::AppState,
};
use shared_types::{endpoint::Nothing, media::limits, shipments::*};
use std::sync::Arc;

/// Maximum size of a photo in bytes. The body of a request needs the limit as a `usize` constant.
const MAX_PHOTO_BYTES: usize = 25 << 20;
const _: () = assert!(
    MAX_PHOTO_BYTES as u64 == limits::PHOTO_BYTES,
    "the limits of body and photo must be equal"
);

/// Registers the routes of photos.
pub fn routes(api: Api) -> Api {
    api.serve::<AddShipmentPhoto, _>(add)
        .serve::<RemoveShipmentPhoto, _>(remove)
        .serve::<AddReweighingPhoto, _>(add_of_reweighing)
}

async fn add_of_reweighing(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Upload<AddReweighingPhoto, MAX_PHOTO_BYTES>,
) -> Result<ApiResponse<AddReweighingPhoto>, Failure> {
    let (limit, now) = (caller.plan_limits().storage, state.clock.now());
    let pictured = Pictured::Reweighing(input.path.0, input.path.1);
    let row = photos::add(&scope, &state.storage, pictured, input.bytes, limit, now).await?;
    Ok(ApiResponse(photos::photo_view(&row, &UrlSigner::new(&state))))
}

async fn add(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Upload<AddShipmentPhoto, MAX_PHOTO_BYTES>,
) -> Result<ApiResponse<AddShipmentPhoto>, Failure> {
    let (limit, now) = (caller.plan_limits().storage, state.clock.now());
    let row = photos::add(
        &scope,
        &state.storage,
        Pictured::Problem(input.path.0),
        input.bytes,
        limit,
        now,
    )
    .await?;
    Ok(ApiResponse(photos::photo_view(&row, &UrlSigner::new(&state))))
}

async fn remove(call: ClientCall<RemoveShipmentPhoto>) -> ApiResult<RemoveShipmentPhoto> {
    let ((id, photo_id), now) = (call.path, call.now);
    call.run(async |tx| {
        photos::remove(tx, id, photo_id, now).await?;
        Ok(Nothing {})
    })
    .await
}
