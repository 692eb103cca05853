//! Routes of files in chats.

use super::{files, reader::Reader};
use axum::extract::State;
use infra::media::UrlSigner;
use platform::{
    auth::Caller,
    http::{Api, ApiResponse, Failure, Input, Upload},
    scope::{AgentScope, ClientScope, RowPolicy, Scope},
    state::AppState,
};
use shared_types::{
    chat::*,
    endpoint::{Endpoint, Nothing, RawFile},
    id::{ChatFileId, OrderId},
};
use std::sync::Arc;

/// Largest request body of an upload, in bytes.
const MAX_FILE_BYTES: usize = 25 << 20;
const _: () = assert!(
    MAX_FILE_BYTES as u64 == limits::FILE_BYTES,
    "the body limit equals the file limit"
);
pub(super) fn routes(api: Api) -> Api {
    api.serve::<AddClientChatFile, _>(add_client)
        .serve::<RemoveClientChatFile, _>(remove_client)
        .serve::<AddAgentChatFile, _>(add_agent)
        .serve::<RemoveAgentChatFile, _>(remove_agent)
}

async fn add<E, W: RowPolicy>(
    state: &AppState,
    scope: &Scope<W>,
    caller: &Caller,
    input: Upload<E, MAX_FILE_BYTES>,
) -> Result<ApiResponse<E>, Failure>
where
    E: Endpoint<Path = (OrderId,), Query = ChatFileName, Request = RawFile, Response = ChatFile>,
{
    let file = (input.query.name.as_str(), input.bytes);
    let row = files::add(
        scope,
        state,
        Reader::from_caller(caller),
        input.path.0,
        file,
        caller.plan_limits().storage,
    )
    .await?;
    Ok(ApiResponse(files::file_view(&row, &UrlSigner::new(state))))
}

async fn add_client(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Upload<AddClientChatFile, MAX_FILE_BYTES>,
) -> Result<ApiResponse<AddClientChatFile>, Failure> {
    add(&state, &scope, &caller, input).await
}

async fn add_agent(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Upload<AddAgentChatFile, MAX_FILE_BYTES>,
) -> Result<ApiResponse<AddAgentChatFile>, Failure> {
    add(&state, &scope, &caller, input).await
}

async fn remove<E, W: RowPolicy>(
    state: &AppState,
    scope: &Scope<W>,
    caller: &Caller,
    input: Input<E>,
) -> Result<ApiResponse<E>, Failure>
where
    E: Endpoint<Path = (OrderId, ChatFileId), Response = Nothing>,
{
    let ((order, id), now) = (input.path, state.clock.now());
    scope
        .run(state, input.key, async |tx| {
            files::remove(tx, Reader::from_caller(caller), order, id, now).await?;
            Ok(Nothing {})
        })
        .await
}

async fn remove_client(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<RemoveClientChatFile>,
) -> Result<ApiResponse<RemoveClientChatFile>, Failure> {
    remove(&state, &scope, &caller, input).await
}

async fn remove_agent(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<RemoveAgentChatFile>,
) -> Result<ApiResponse<RemoveAgentChatFile>, Failure> {
    remove(&state, &scope, &caller, input).await
}
