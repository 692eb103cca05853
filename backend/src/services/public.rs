//! What the holder of an upload link may do: see what was uploaded by it, upload, remove, finish.

use super::{
    entity::media as row,
    finish as done,
    links::{self, Holder},
    media_routes::{elsewhere, offset},
    uploads, views,
};
use crate::{
    media::Signer,
    platform::{
        http::{Answer, Api, ClientAddress, Failure, Input, Upload},
        scope::Rows,
        state::AppState,
    },
};
use axum::{
    Extension,
    extract::{FromRequest, Multipart, RawPathParams, Request, State, multipart::Field},
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use bytes::BytesMut;
use sea_orm::{QueryOrder, entity::prelude::*};
use shared_types::{
    endpoint::Nothing,
    fields::{FieldErrors, Rule},
    media::MediaKind,
    problem::ProblemCode,
    services::{limits, *},
};

/// The feature's addresses without a login.
pub fn routes(api: Api) -> Api {
    api.serve::<ShowPublicUploads, _>(list)
        .serve::<UploadPublicFile, _>(file)
        .serve::<StartPublicUpload, _>(start)
        .serve::<ShowPublicUpload, _>(show)
        .serve::<ContinuePublicUpload, _>(go_on)
        .serve::<FinishPublicUpload, _>(finish_upload)
        .serve::<SetPublicPoster, _>(poster)
        .serve::<RemovePublicMedia, _>(remove)
        .serve::<FinishPublic, _>(finish)
}

type Address = Option<Extension<ClientAddress>>;

async fn list(
    State(state): State<AppState>,
    address: Address,
    input: Input<ShowPublicUploads>,
) -> Result<Answer<ShowPublicUploads>, Failure> {
    let holder = links::hold(&state, address, &input.path.0).await?;
    let purpose = holder.purpose(&holder.scope).await?;
    let select = row::Entity::find()
        .filter(row::Column::UploadTokenId.eq(holder.link.id))
        .filter(row::Column::State.eq("ready"))
        .order_by_asc(row::Column::Id);
    let media = holder.scope.all(select).await?;
    let signer = Signer::new(&state);
    let (names, comment) = match &purpose.service {
        Some((service, what)) => (
            what.as_ref()
                .map(|what| super::catalogue::names(&what.name, &what.name_i18n))
                .unwrap_or_default(),
            service.comment.clone(),
        ),
        None => (Names::default(), String::new()),
    };
    Ok(Answer(PublicList {
        names,
        title: holder.title(purpose.target.item_id).await?,
        comment,
        kind: purpose.target.kind,
        expires_at: holder.link.expires_at,
        limits: uploads::limits_told(),
        media: media.iter().map(|row| views::public_media(row, &signer)).collect(),
    }))
}

async fn begin(state: &AppState, holder: &Holder, new: &NewUpload) -> Result<row::Model, Failure> {
    let tx = holder.scope.begin().await?;
    let purpose = holder.purpose(&tx).await?;
    let begun = uploads::start(&tx, &purpose.target, Some(&holder.link), new, state.clock.now()).await?;
    tx.commit().await?;
    Ok(begun)
}

async fn start(
    State(state): State<AppState>,
    address: Address,
    input: Input<StartPublicUpload>,
) -> Result<Answer<StartPublicUpload>, Failure> {
    let holder = links::hold(&state, address, &input.path.0).await?;
    let begun = begin(&state, &holder, &input.body).await?;
    Ok(Answer(views::upload(&begun)))
}

async fn show(
    State(state): State<AppState>,
    address: Address,
    input: Input<ShowPublicUpload>,
) -> Result<Answer<ShowPublicUpload>, Failure> {
    let holder = links::hold(&state, address, &input.path.0).await?;
    let (held, _) = uploads::find(&holder.scope, input.path.1, Some(&holder.link)).await?;
    Ok(Answer(views::upload(&held)))
}

async fn go_on(
    State(state): State<AppState>,
    address: Address,
    headers: HeaderMap,
    input: Upload<ContinuePublicUpload, { limits::CHUNK }>,
) -> Result<Response, Failure> {
    let holder = links::hold(&state, address, &input.path.0).await?;
    let (held, _) = uploads::find(&holder.scope, input.path.1, Some(&holder.link)).await?;
    let now = state.clock.now();
    let went = uploads::chunk(&holder.scope, &state.storage, &held, offset(&headers), input.bytes, now).await?;
    Ok(match went {
        Some(row) => Answer::<ContinuePublicUpload>(views::upload(&row)).into_response(),
        None => elsewhere(&held),
    })
}

async fn finish_upload(
    State(state): State<AppState>,
    address: Address,
    input: Input<FinishPublicUpload>,
) -> Result<Answer<FinishPublicUpload>, Failure> {
    let holder = links::hold(&state, address, &input.path.0).await?;
    let (held, _) = uploads::find(&holder.scope, input.path.1, Some(&holder.link)).await?;
    let ready = done::finish(&holder.scope, &state.storage, held, state.clock.now()).await?;
    Ok(Answer(views::public_media(&ready, &Signer::new(&state))))
}

async fn poster(
    State(state): State<AppState>,
    address: Address,
    input: Upload<SetPublicPoster, { limits::POSTER }>,
) -> Result<Answer<SetPublicPoster>, Failure> {
    let holder = links::hold(&state, address, &input.path.0).await?;
    let (held, _) = uploads::find(&holder.scope, input.path.1, Some(&holder.link)).await?;
    let row = done::poster(&holder.scope, &state.storage, held, input.bytes, state.clock.now()).await?;
    Ok(Answer(views::public_media(&row, &Signer::new(&state))))
}

async fn remove(
    State(state): State<AppState>,
    address: Address,
    input: Input<RemovePublicMedia>,
) -> Result<Answer<RemovePublicMedia>, Failure> {
    let holder = links::hold(&state, address, &input.path.0).await?;
    let tx = holder.scope.begin().await?;
    holder.purpose(&tx).await?;
    uploads::remove(&tx, input.path.1, Some(&holder.link), state.clock.now()).await?;
    tx.commit().await?;
    Ok(Answer(Nothing {}))
}

async fn finish(
    State(state): State<AppState>,
    address: Address,
    input: Input<FinishPublic>,
) -> Result<Answer<FinishPublic>, Failure> {
    let holder = links::hold(&state, address, &input.path.0).await?;
    links::close(&holder.scope, holder.link.id, state.clock.now()).await?;
    Ok(Answer(Nothing {}))
}

/// One file whole: the same upload as in chunks, fed as it comes.
async fn file(
    State(state): State<AppState>,
    address: Address,
    params: RawPathParams,
    request: Request,
) -> Result<Answer<UploadPublicFile>, Failure> {
    let token = params.iter().next().map_or("", |(_, token)| token).to_owned();
    let holder = links::hold(&state, address, &token).await?;
    let length = request
        .headers()
        .get(header::CONTENT_LENGTH)
        .and_then(|value| value.to_str().ok())
        .and_then(|text| text.parse::<u64>().ok());
    let broken = |_| Failure::from(ProblemCode::BodyMalformed);
    let mut form = Multipart::from_request(request, &())
        .await
        .map_err(|_| Failure::from(ProblemCode::UnsupportedMediaType))?;
    while let Some(field) = form.next_field().await.map_err(broken)? {
        if field.name() == Some("file") {
            return take(&state, &holder, field, length).await;
        }
    }
    Err(FieldErrors::one("file", Rule::Required).into())
}

async fn take(
    state: &AppState,
    holder: &Holder,
    mut field: Field<'_>,
    length: Option<u64>,
) -> Result<Answer<UploadPublicFile>, Failure> {
    let now = state.clock.now();
    let mut next = BytesMut::new();
    let mut held: Option<row::Model> = None;
    let most = MediaKind::Video.max_bytes();
    loop {
        let came = field
            .chunk()
            .await
            .map_err(|_| Failure::from(ProblemCode::BodyMalformed))?;
        let ended = came.is_none();
        next.extend_from_slice(&came.unwrap_or_default());
        if next.len() < limits::CHUNK && !ended {
            continue;
        }
        let row = if let Some(row) = held.take() {
            row
        } else {
            let start = next.get(..crate::media::HEAD).unwrap_or(&next);
            let kind = crate::media::sniff(start)?.kind();
            // How long the file is, is known at its end; until then as much is reserved as it may have.
            let reserved = length.unwrap_or(most).min(kind.max_bytes()).max(next.len() as u64);
            let new = NewUpload {
                name: field.file_name().unwrap_or_default().to_owned(),
                bytes: i64::try_from(reserved).unwrap_or(i64::MAX),
                kind,
                sha256: None,
            };
            begin(state, holder, &new).await?
        };
        let bytes = next.split().freeze();
        let row = if bytes.is_empty() {
            row
        } else {
            let went = uploads::chunk(&holder.scope, &state.storage, &row, row.received, bytes, now).await?;
            went.ok_or(ProblemCode::UploadOffset)?
        };
        if ended {
            let whole = uploads::shorten(&holder.scope, &row).await?;
            let ready = done::finish(&holder.scope, &state.storage, whole, now).await?;
            return Ok(Answer(views::public_media(&ready, &Signer::new(state))));
        }
        held = Some(row);
    }
}
