//! Addresses by which staff upload, hide and remove photos and videos, and hand an upload over to a phone.

use super::{
    catalogue,
    entity::{item_service, link, media as media_row, service},
    finish, links,
    routes::staff_id,
    uploads::{self, Target},
    views,
};
use crate::{
    media::Signer,
    orders::entity::{item, order},
    platform::{
        auth::Caller,
        http::{self, Answer, Api, Failure, Input, Upload},
        scope::{AgentScope, Rows},
        state::AppState,
    },
};
use axum::{
    extract::State,
    http::HeaderMap,
    response::{IntoResponse, Response},
};
use sea_orm::entity::prelude::*;
use shared_types::{
    endpoint::{Endpoint, Nothing},
    id::{ItemId, ItemServiceId},
    orders::OrderStatus,
    problem::ProblemCode,
    services::{limits, *},
};
use std::sync::Arc;

/// The feature's addresses of photos and videos.
pub fn routes(api: Api) -> Api {
    api.serve::<StartServiceUpload, _>(start_service)
        .serve::<StartItemUpload, _>(start_item)
        .serve::<ShowUpload, _>(show_upload)
        .serve::<ContinueUpload, _>(continue_upload)
        .serve::<FinishUpload, _>(finish_upload)
        .serve::<SetPoster, _>(set_poster)
        .serve::<ChangeMedia, _>(change_media)
        .serve::<RemoveMedia, _>(remove_media)
        .serve::<LinkServiceUpload, _>(link_service)
        .serve::<LinkItemUpload, _>(link_item)
        .serve::<CloseUploadLink, _>(close_link)
}

async fn service_target(rows: &impl Rows, id: ItemServiceId) -> Result<Target, Failure> {
    let select = item_service::Entity::find_by_id(id.0).find_also_related(service::Entity);
    let (row, what) = rows.all_with(select).await?.pop().ok_or(ProblemCode::NotFound)?;
    let what = what.map_or(ServiceMedia::None, |what| catalogue::media_kind(&what.media_kind));
    Target::of_service(&row, what)
}

async fn item_target(rows: &impl Rows, id: ItemId) -> Result<Target, Failure> {
    let line = rows.one(item::Entity::find_by_id(id.0)).await?;
    Ok(Target::of_item(&line.ok_or(ProblemCode::NotFound)?))
}

async fn start_service(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Input<StartServiceUpload>,
) -> Result<Answer<StartServiceUpload>, Failure> {
    let tx = scope.begin().await?;
    let target = service_target(&tx, input.path.0).await?;
    let begun = uploads::start(&tx, &target, None, &input.body, state.clock.now()).await;
    http::finish(&state, tx, input.key, begun.map(|row| views::upload(&row))).await
}

async fn start_item(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Input<StartItemUpload>,
) -> Result<Answer<StartItemUpload>, Failure> {
    let tx = scope.begin().await?;
    let target = item_target(&tx, input.path.0).await?;
    let begun = uploads::start(&tx, &target, None, &input.body, state.clock.now()).await;
    http::finish(&state, tx, input.key, begun.map(|row| views::upload(&row))).await
}

async fn show_upload(scope: AgentScope, input: Input<ShowUpload>) -> Result<Answer<ShowUpload>, Failure> {
    let (row, _) = uploads::find(&scope, input.path.0, None).await?;
    Ok(Answer(views::upload(&row)))
}

/// Where the bytes of a chunk begin.
pub(super) fn offset(headers: &HeaderMap) -> i64 {
    let said = headers.get("upload-offset").and_then(|value| value.to_str().ok());
    said.and_then(|text| text.parse().ok()).unwrap_or(-1)
}

/// A chunk that belongs elsewhere: the answer says where the upload goes on.
pub(super) fn elsewhere(row: &media_row::Model) -> Response {
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
    let (held, _) = uploads::find(&scope, input.path.0, None).await?;
    let now = state.clock.now();
    let went = uploads::chunk(&scope, &state.storage, &held, offset(&headers), input.bytes, now).await?;
    Ok(match went {
        Some(row) => Answer::<ContinueUpload>(views::upload(&row)).into_response(),
        None => elsewhere(&held),
    })
}

async fn finish_upload(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Input<FinishUpload>,
) -> Result<Answer<FinishUpload>, Failure> {
    let (held, service) = uploads::find(&scope, input.path.0, None).await?;
    let ready = finish::finish(&scope, &state.storage, held, state.clock.now()).await?;
    Ok(answer_media(&state, &ready, service.as_ref()))
}

/// Ends a change of a photo or video with it as it is now.
fn answer_media<E: Endpoint<Response = ItemMedia>>(
    state: &AppState,
    row: &media_row::Model,
    service: Option<&item_service::Model>,
) -> Answer<E> {
    let line = uploads::line_of(row, service);
    Answer(views::media(row, line, &Signer::new(state)))
}

async fn set_poster(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Upload<SetPoster, { limits::POSTER }>,
) -> Result<Answer<SetPoster>, Failure> {
    let (held, service) = uploads::find(&scope, input.path.0, None).await?;
    let row = finish::poster(&scope, &state.storage, held, input.bytes, state.clock.now()).await?;
    Ok(answer_media(&state, &row, service.as_ref()))
}

async fn change_media(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Input<ChangeMedia>,
) -> Result<Answer<ChangeMedia>, Failure> {
    let (held, service) = uploads::find(&scope, input.path.0, None).await?;
    let row = uploads::hide(&scope, held.id, input.body.hidden, state.clock.now()).await?;
    Ok(answer_media(&state, &row, service.as_ref()))
}

async fn remove_media(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Input<RemoveMedia>,
) -> Result<Answer<RemoveMedia>, Failure> {
    let tx = scope.begin().await?;
    uploads::remove(&tx, input.path.0, None, state.clock.now()).await?;
    tx.commit().await?;
    Ok(Answer(Nothing {}))
}

/// Links are for orders that staff may see: drafts are not.
async fn is_handed_in(rows: &impl Rows, target: &Target) -> Result<(), Failure> {
    let order = rows.one(order::Entity::find_by_id(target.order_id)).await?;
    order
        .filter(|order| order.status != OrderStatus::Draft.as_str())
        .map(drop)
        .ok_or_else(|| ProblemCode::NotFound.into())
}

async fn link_service(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<LinkServiceUpload>,
) -> Result<Answer<LinkServiceUpload>, Failure> {
    let target = service_target(&scope, input.path.0).await?;
    is_handed_in(&scope, &target).await?;
    let now = state.clock.now();
    let made = links::make(&scope, &state.config.public_url, &target, staff_id(&caller), now).await?;
    Ok(Answer(made))
}

async fn link_item(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<LinkItemUpload>,
) -> Result<Answer<LinkItemUpload>, Failure> {
    let target = item_target(&scope, input.path.0).await?;
    is_handed_in(&scope, &target).await?;
    let now = state.clock.now();
    let made = links::make(&scope, &state.config.public_url, &target, staff_id(&caller), now).await?;
    Ok(Answer(made))
}

async fn close_link(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Input<CloseUploadLink>,
) -> Result<Answer<CloseUploadLink>, Failure> {
    let id = input.path.0.0;
    scope
        .one(link::Entity::find_by_id(id))
        .await?
        .ok_or(ProblemCode::NotFound)?;
    links::close(&scope, id, state.clock.now()).await?;
    Ok(Answer(Nothing {}))
}
