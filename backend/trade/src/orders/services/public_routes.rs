//! Routes for phones with an upload link: list the files of the link, upload, remove, close the link.

use super::{
    media_routes::{upload_offset, wrong_offset},
    uploads, views,
};
use crate::orders::services::{
    completion,
    upload_links::{self, LinkAccess},
};
use axum::{
    Extension,
    extract::{FromRequest, Multipart, RawPathParams, Request, State, multipart::Field},
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use bytes::BytesMut;
use entities::service_media as row;
use entities::service_media::MediaState;
use infra::media::UrlSigner;
use platform::{
    http::{Api, ApiResponse, BodyMemory, ClientAddress, Failure, Input, Upload, body_failure},
    scope::ScopedConnection,
    state::AppState,
};
use sea_orm::{QueryOrder, entity::prelude::*};
use shared_types::{
    endpoint::Nothing,
    fields::{FieldErrors, Rule},
    media::MediaKind,
    problem::ProblemCode,
    services::{limits, *},
};
use std::sync::Arc;

/// Registers the routes that need an upload link instead of a login.
pub fn routes(api: Api) -> Api {
    api.serve::<ShowPublicUploads, _>(list)
        .serve::<UploadPublicFile, _>(upload_file)
        .serve::<StartPublicUpload, _>(start_upload)
        .serve::<ShowPublicUpload, _>(get_upload)
        .serve::<ContinuePublicUpload, _>(continue_upload)
        .serve::<FinishPublicUpload, _>(finish_upload)
        .serve::<SetPublicPoster, _>(set_poster)
        .serve::<RemovePublicMedia, _>(remove_media)
        .serve::<FinishPublicUploads, _>(finish)
}

type OptionalAddress = Option<Extension<ClientAddress>>;

/// Authenticates the token of a link.
async fn authenticate(state: &AppState, address: OptionalAddress, token: &str) -> Result<LinkAccess, Failure> {
    let address = address.map(|Extension(address)| address.to_string());
    Ok(upload_links::authenticate(state, address, token).await?)
}

async fn list(
    State(state): State<AppState>,
    address: OptionalAddress,
    input: Input<ShowPublicUploads>,
) -> Result<ApiResponse<ShowPublicUploads>, Failure> {
    let access = authenticate(&state, address, &input.path.0).await?;
    let purpose = access.purpose(&access.scope).await?;
    let select = row::Entity::find()
        .filter(row::Column::UploadTokenId.eq(access.link.id))
        .filter(row::Column::State.eq(MediaState::Ready))
        .order_by_asc(row::Column::Id);
    let media = access.scope.all(select).await?;
    let signer = UrlSigner::new(&state);
    let (names, comment) = match &purpose.service {
        Some((service, entry)) => (
            entry
                .as_ref()
                .map(|entry| super::catalogue::localized_names(&entry.name, &entry.name_i18n))
                .unwrap_or_default(),
            service.comment.clone(),
        ),
        None => (LocalizedName::default(), String::new()),
    };
    Ok(ApiResponse(PublicUploads {
        names,
        title: access.title(purpose.target.item_id).await?,
        comment,
        kind: purpose.target.kind,
        expires_at: access.link.expires_at,
        limits: uploads::limits_view(),
        media: media.iter().map(|row| views::public_media(row, &signer)).collect(),
    }))
}

async fn begin_upload(state: &AppState, access: &LinkAccess, new: &NewUpload) -> Result<row::Model, Failure> {
    let now = state.clock.now();
    let upload = access.scope.in_transaction(async |tx| {
        let purpose = access.purpose(tx).await?;
        uploads::start(tx, &purpose.target, Some(&access.link), new, now).await
    });
    Ok(upload.await?)
}

async fn start_upload(
    State(state): State<AppState>,
    address: OptionalAddress,
    input: Input<StartPublicUpload>,
) -> Result<ApiResponse<StartPublicUpload>, Failure> {
    let access = authenticate(&state, address, &input.path.0).await?;
    let upload = begin_upload(&state, &access, &input.body).await?;
    Ok(ApiResponse(views::upload(&upload)))
}

async fn get_upload(
    State(state): State<AppState>,
    address: OptionalAddress,
    input: Input<ShowPublicUpload>,
) -> Result<ApiResponse<ShowPublicUpload>, Failure> {
    let access = authenticate(&state, address, &input.path.0).await?;
    let (upload, _) = uploads::find(&access.scope, input.path.1, Some(&access.link)).await?;
    Ok(ApiResponse(views::upload(&upload)))
}

async fn continue_upload(
    State(state): State<AppState>,
    address: OptionalAddress,
    headers: HeaderMap,
    input: Upload<ContinuePublicUpload, { limits::CHUNK }>,
) -> Result<Response, Failure> {
    let access = authenticate(&state, address, &input.path.0).await?;
    let (upload, _) = uploads::find(&access.scope, input.path.1, Some(&access.link)).await?;
    let now = state.clock.now();
    let updated = uploads::append_chunk(
        &access.scope,
        &state.storage,
        &upload,
        upload_offset(&headers),
        input.bytes,
        now,
    )
    .await?;
    Ok(match updated {
        Some(row) => ApiResponse::<ContinuePublicUpload>(views::upload(&row)).into_response(),
        None => wrong_offset(&upload),
    })
}

async fn finish_upload(
    State(state): State<AppState>,
    address: OptionalAddress,
    input: Input<FinishPublicUpload>,
) -> Result<ApiResponse<FinishPublicUpload>, Failure> {
    let access = authenticate(&state, address, &input.path.0).await?;
    let (upload, _) = uploads::find(&access.scope, input.path.1, Some(&access.link)).await?;
    let media = completion::complete_upload(&access.scope, &state, upload, state.clock.now()).await?;
    Ok(ApiResponse(views::public_media(&media, &UrlSigner::new(&state))))
}

async fn set_poster(
    State(state): State<AppState>,
    address: OptionalAddress,
    input: Upload<SetPublicPoster, { limits::POSTER }>,
) -> Result<ApiResponse<SetPublicPoster>, Failure> {
    let access = authenticate(&state, address, &input.path.0).await?;
    let (video, _) = uploads::find(&access.scope, input.path.1, Some(&access.link)).await?;
    let row = completion::store_poster(&access.scope, &state.storage, video, input.bytes, state.clock.now()).await?;
    Ok(ApiResponse(views::public_media(&row, &UrlSigner::new(&state))))
}

async fn remove_media(
    State(state): State<AppState>,
    address: OptionalAddress,
    input: Input<RemovePublicMedia>,
) -> Result<ApiResponse<RemovePublicMedia>, Failure> {
    let access = authenticate(&state, address, &input.path.0).await?;
    let now = state.clock.now();
    access
        .scope
        .run(&state, input.key, async |tx| {
            access.purpose(tx).await?;
            uploads::remove(tx, input.path.1, Some(&access.link), now).await?;
            Ok(Nothing {})
        })
        .await
}

async fn finish(
    State(state): State<AppState>,
    address: OptionalAddress,
    input: Input<FinishPublicUploads>,
) -> Result<ApiResponse<FinishPublicUploads>, Failure> {
    let access = authenticate(&state, address, &input.path.0).await?;
    upload_links::close(&access.scope, access.link.id, state.clock.now()).await?;
    Ok(ApiResponse(Nothing {}))
}

/// Uploads a file in one request. The body is stored in chunks as it arrives, like an upload in several requests.
async fn upload_file(
    State(state): State<AppState>,
    address: OptionalAddress,
    params: RawPathParams,
    request: Request,
) -> Result<ApiResponse<UploadPublicFile>, Failure> {
    let token = params.iter().next().map_or("", |(_, token)| token).to_owned();
    let access = authenticate(&state, address, &token).await?;
    let length = request
        .headers()
        .get(header::CONTENT_LENGTH)
        .and_then(|value| value.to_str().ok())
        .and_then(|text| text.parse::<u64>().ok());
    if let Some(memory) = request.extensions().get::<Arc<BodyMemory>>() {
        memory.limit_to(2 * limits::CHUNK);
    }
    let broken = |error| body_failure(&error);
    let mut form = Multipart::from_request(request, &())
        .await
        .map_err(|_| Failure::from(ProblemCode::UnsupportedMediaType))?;
    while let Some(field) = form.next_field().await.map_err(broken)? {
        if field.name() == Some("file") {
            return receive_file(&state, &access, field, length).await;
        }
    }
    Err(FieldErrors::single("file", Rule::Required).into())
}

async fn receive_file(
    state: &AppState,
    access: &LinkAccess,
    mut field: Field<'_>,
    length: Option<u64>,
) -> Result<ApiResponse<UploadPublicFile>, Failure> {
    let now = state.clock.now();
    let mut buffer = BytesMut::new();
    let mut upload: Option<row::Model> = None;
    let max_bytes = MediaKind::Video.max_bytes();
    loop {
        let received = field.chunk().await.map_err(|error| body_failure(&error))?;
        let is_last = received.is_none();
        buffer.extend_from_slice(&received.unwrap_or_default());
        if buffer.len() < limits::CHUNK && !is_last {
            continue;
        }
        let row = if let Some(row) = upload.take() {
            row
        } else {
            let head = buffer.get(..infra::media::SNIFF_BYTES).unwrap_or(&buffer);
            let kind = infra::media::sniff(head)?.kind();
            // The length of the file is unknown until its end, so the upload reserves the largest possible one.
            let reserved = length
                .unwrap_or(max_bytes)
                .min(kind.max_bytes())
                .max(buffer.len() as u64);
            let new = NewUpload {
                name: field.file_name().unwrap_or_default().to_owned(),
                bytes: i64::try_from(reserved).unwrap_or(i64::MAX),
                kind,
                sha256: None,
            };
            begin_upload(state, access, &new).await?
        };
        let bytes = buffer.split().freeze();
        let row = if bytes.is_empty() {
            row
        } else {
            let updated = uploads::append_chunk(&access.scope, &state.storage, &row, row.received, bytes, now).await?;
            updated.ok_or(ProblemCode::UploadOffset)?
        };
        if is_last {
            let complete = uploads::set_size_to_received(&access.scope, &row).await?;
            let media = completion::complete_upload(&access.scope, state, complete, now).await?;
            return Ok(ApiResponse(views::public_media(&media, &UrlSigner::new(state))));
        }
        upload = Some(row);
    }
}
