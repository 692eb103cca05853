//! Routes by which staff upload, hide and remove photos and videos, and create upload links for phones.

use super::{
    routes::staff_id,
    uploads::{self, UploadTarget},
    views,
};
use crate::orders::services::{completion, upload_links};
use axum::{
    extract::State,
    http::HeaderMap,
    response::{IntoResponse, Response},
};
use entities::{item_service, service, service_media as media_row, upload_link as link};
use entities::{order, order_item as item};
use infra::media::UrlSigner;
use platform::{
    http::{AgentCall, Api, ApiResponse, ApiResult, Failure, Input, Upload},
    scope::{AgentScope, ScopedConnection},
    state::AppState,
};
use sea_orm::entity::prelude::*;
use shared_types::{
    endpoint::{Endpoint, Nothing},
    id::{ItemId, ItemServiceId},
    orders::OrderStatus,
    problem::ProblemCode,
    services::{limits, *},
};

/// Registers the routes of photos and videos.
pub fn routes(api: Api) -> Api {
    api.serve::<StartServiceUpload, _>(start_service_upload)
        .serve::<StartItemUpload, _>(start_item_upload)
        .serve::<ShowUpload, _>(get_upload)
        .serve::<ContinueUpload, _>(continue_upload)
        .serve::<FinishUpload, _>(finish_upload)
        .serve::<SetPoster, _>(set_poster)
        .serve::<ChangeMedia, _>(update_media)
        .serve::<RemoveMedia, _>(remove_media)
        .serve::<CreateServiceUploadLink, _>(create_service_link)
        .serve::<CreateItemUploadLink, _>(create_item_link)
        .serve::<CloseUploadLink, _>(close_link)
}

async fn service_target(rows: &impl ScopedConnection, id: ItemServiceId) -> Result<UploadTarget, Failure> {
    let select = item_service::Entity::find_by_id(id).find_also_related(service::Entity);
    let (row, service) = rows.all_with(select).await?.pop().ok_or(ProblemCode::NotFound)?;
    let kind = service.map_or(ServiceMedia::None, |service| service.media_kind);
    Ok(UploadTarget::of_service(&row, kind)?)
}

async fn item_target(rows: &impl ScopedConnection, id: ItemId) -> Result<UploadTarget, Failure> {
    let item = rows.one(item::Entity::find_by_id(id)).await?;
    Ok(UploadTarget::of_item(&item.ok_or(ProblemCode::NotFound)?))
}

async fn start_service_upload(call: AgentCall<StartServiceUpload>) -> ApiResult<StartServiceUpload> {
    call.run(async |tx| {
        let target = service_target(tx, call.path.0).await?;
        Ok(views::upload(
            &uploads::start(tx, &target, None, &call.body, call.now).await?,
        ))
    })
    .await
}

async fn start_item_upload(call: AgentCall<StartItemUpload>) -> ApiResult<StartItemUpload> {
    call.run(async |tx| {
        let target = item_target(tx, call.path.0).await?;
        Ok(views::upload(
            &uploads::start(tx, &target, None, &call.body, call.now).await?,
        ))
    })
    .await
}

async fn get_upload(scope: AgentScope, input: Input<ShowUpload>) -> Result<ApiResponse<ShowUpload>, Failure> {
    let (row, _) = uploads::find(&scope, input.path.0, None).await?;
    Ok(ApiResponse(views::upload(&row)))
}

/// Reads the `Upload-Offset` header, the position of a chunk in its file; -1 if it is missing or invalid.
pub(super) fn upload_offset(headers: &HeaderMap) -> i64 {
    let header = headers.get("upload-offset").and_then(|value| value.to_str().ok());
    header.and_then(|text| text.parse().ok()).unwrap_or(-1)
}

/// The response to a chunk with a wrong offset. Its `Upload-Offset` header contains the expected one.
pub(super) fn wrong_offset(row: &media_row::Model) -> Response {
    let mut response = Failure::from(ProblemCode::UploadOffset).into_response();
    response.headers_mut().insert("upload-offset", row.received.into());
    response
}

async fn continue_upload(
    State(state): State<AppState>,
    scope: AgentScope,
    headers: HeaderMap,
    input: Upload<ContinueUpload, { limits::CHUNK }>,
) -> Result<Response, Failure> {
    let (upload, _) = uploads::find(&scope, input.path.0, None).await?;
    let now = state.clock.now();
    let updated = uploads::append_chunk(
        &scope,
        &state.storage,
        &upload,
        upload_offset(&headers),
        input.bytes,
        now,
    )
    .await?;
    Ok(match updated {
        Some(row) => ApiResponse::<ContinueUpload>(views::upload(&row)).into_response(),
        None => wrong_offset(&upload),
    })
}

async fn finish_upload(call: AgentCall<FinishUpload>) -> ApiResult<FinishUpload> {
    let (upload, service) = uploads::find(&call.scope, call.path.0, None).await?;
    let media = completion::complete_upload(&call.scope, &call.state, upload, call.now).await?;
    answer_media(&call.state, &media, service.as_ref())
}

/// The response to a change of a photo or video.
fn answer_media<E: Endpoint<Response = ItemMedia>>(
    state: &AppState,
    row: &media_row::Model,
    service: Option<&item_service::Model>,
) -> Result<ApiResponse<E>, Failure> {
    let item_id = uploads::item_id_of(row, service)?;
    Ok(ApiResponse(views::media(row, item_id, &UrlSigner::new(state))))
}

async fn set_poster(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Upload<SetPoster, { limits::POSTER }>,
) -> Result<ApiResponse<SetPoster>, Failure> {
    let (video, service) = uploads::find(&scope, input.path.0, None).await?;
    let row = completion::store_poster(&scope, &state.storage, video, input.bytes, state.clock.now()).await?;
    answer_media(&state, &row, service.as_ref())
}

async fn update_media(call: AgentCall<ChangeMedia>) -> ApiResult<ChangeMedia> {
    let (media, service) = uploads::find(&call.scope, call.path.0, None).await?;
    let row = uploads::set_hidden(&call.scope, media.id, call.body.hidden, call.now).await?;
    answer_media(&call.state, &row, service.as_ref())
}

async fn remove_media(call: AgentCall<RemoveMedia>) -> ApiResult<RemoveMedia> {
    call.run(async |tx| {
        uploads::remove(tx, call.path.0, None, call.now).await?;
        Ok(Nothing {})
    })
    .await
}

/// Creates a link. Staff don't see drafts, so they can't create links for them.
async fn create_link<E: Endpoint<Response = UploadLink>>(call: &AgentCall<E>, target: &UploadTarget) -> ApiResult<E> {
    let order = call.scope.one(order::Entity::find_by_id(target.order_id)).await?;
    order
        .filter(|order| order.status != OrderStatus::Draft)
        .ok_or(ProblemCode::NotFound)?;
    let (url, staff) = (&call.state.config.public_url, staff_id(&call.caller));
    Ok(ApiResponse(
        upload_links::create(&call.scope, url, target, staff, call.now).await?,
    ))
}

async fn create_service_link(call: AgentCall<CreateServiceUploadLink>) -> ApiResult<CreateServiceUploadLink> {
    let target = service_target(&call.scope, call.path.0).await?;
    create_link(&call, &target).await
}

async fn create_item_link(call: AgentCall<CreateItemUploadLink>) -> ApiResult<CreateItemUploadLink> {
    let target = item_target(&call.scope, call.path.0).await?;
    create_link(&call, &target).await
}

async fn close_link(call: AgentCall<CloseUploadLink>) -> ApiResult<CloseUploadLink> {
    let id = call.path.0;
    call.scope
        .one(link::Entity::find_by_id(id))
        .await?
        .ok_or(ProblemCode::NotFound)?;
    upload_links::close(&call.scope, id, call.now).await?;
    Ok(ApiResponse(Nothing {}))
}
