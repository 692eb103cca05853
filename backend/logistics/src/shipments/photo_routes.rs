//! Routes by which a client adds and removes photos of a problem with a shipment.

use super::photos;
use axum::extract::State;
use infra::media::UrlSigner;
use platform::{
    auth::Caller,
    http::{Api, ApiResponse, ApiResult, ClientCall, Failure, Upload},
    scope::ClientScope,
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
}

async fn add(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Upload<AddShipmentPhoto, MAX_PHOTO_BYTES>,
) -> Result<ApiResponse<AddShipmentPhoto>, Failure> {
    let (limit, now) = (caller.plan_limits().storage, state.clock.now());
    let row = photos::add(&scope, &state.storage, input.path.0, input.bytes, limit, now).await?;
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
