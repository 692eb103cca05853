//! Routes of files in chats.

use super::{files, reader::Reader};
use axum::extract::State;
use infra::media::UrlSigner;
use platform::{
    auth::Caller,
    http::{Api, ApiResponse, Failure, Input, Upload},
    scope::{AgentPolicy, ClientPolicy, RowPolicy, Scope},
    state::AppState,
};
use shared_types::{chat::*, endpoint::Nothing};
use std::sync::Arc;

/// Largest request body of an upload, in bytes.
const MAX_FILE_BYTES: usize = 25 << 20;
const _: () = assert!(
    MAX_FILE_BYTES as u64 == limits::FILE_BYTES,
    "the body limit equals the file limit"
);
pub(super) fn routes(api: Api) -> Api {
    api.serve_sides::<AddChatFile, _, _>(add::<AgentPolicy>, add::<ClientPolicy>)
        .serve_sides::<RemoveChatFile, _, _>(remove::<AgentPolicy>, remove::<ClientPolicy>)
}

async fn add<W: RowPolicy>(
    State(state): State<AppState>,
    scope: Scope<W>,
    caller: Arc<Caller>,
    input: Upload<AddChatFile, MAX_FILE_BYTES>,
) -> Result<ApiResponse<AddChatFile>, Failure> {
    let file = (input.query.name.as_str(), input.bytes);
    let row = files::add(
        &scope,
        &state,
        Reader::from_caller(&caller),
        input.path.0,
        file,
        caller.plan_limits().storage,
    )
    .await?;
    Ok(ApiResponse(files::file_view(&row, &UrlSigner::new(&state))))
}

async fn remove<W: RowPolicy>(
    State(state): State<AppState>,
    scope: Scope<W>,
    caller: Arc<Caller>,
    input: Input<RemoveChatFile>,
) -> Result<ApiResponse<RemoveChatFile>, Failure> {
    let ((order, id), now) = (input.path, state.clock.now());
    scope
        .run(&state, input.key, async |tx| {
            files::remove(tx, Reader::from_caller(&caller), order, id, now).await?;
            Ok(Nothing {})
        })
        .await
}
