//! Routes that show screenshots of product pages.

use super::proof;
use axum::extract::State;
use infra::media::UrlSigner;
use platform::{
    auth::Caller,
    http::{Api, ApiResponse, ApiResult, ClientCall, Failure, Input},
    scope::AgentScope,
    state::AppState,
};
use shared_types::{access::Object, items::ShowItemProof};
use std::sync::Arc;

/// Registers the endpoints that show screenshots.
pub fn routes(api: Api) -> Api {
    api.serve_sides::<ShowItemProof, _, _>(show_to_staff, show)
}

async fn show(call: ClientCall<ShowItemProof>) -> ApiResult<ShowItemProof> {
    let signer = UrlSigner::new(&call.state);
    Ok(ApiResponse(proof::find(&call.scope, call.path, false, &signer).await?))
}

async fn show_to_staff(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ShowItemProof>,
) -> Result<ApiResponse<ShowItemProof>, Failure> {
    let scope = caller.narrow_scope(scope, Object::Orders)?;
    let signer = UrlSigner::new(&state);
    Ok(ApiResponse(proof::find(&scope, input.path, true, &signer).await?))
}
