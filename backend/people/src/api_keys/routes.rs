//! Handlers for keys of both sides.

use super::{keys, list as listing};
use axum::extract::State;
use platform::{
    auth::Caller,
    http::{Api, ApiResponse, Failure, Input},
    scope::{AgentPolicy, ClientPolicy, RowPolicy, Scope},
    state::AppState,
};
use shared_types::{api_keys::*, endpoint::Nothing, page::Listing};
use std::sync::Arc;

/// Registers the endpoints of keys.
pub fn routes(api: Api) -> Api {
    api.serve_sides::<ListApiKeys, _, _>(list::<AgentPolicy>, list::<ClientPolicy>)
        .serve_sides::<CreateApiKey, _, _>(create::<AgentPolicy>, create::<ClientPolicy>)
        .serve_sides::<ChangeApiKey, _, _>(change::<AgentPolicy>, change::<ClientPolicy>)
        .serve_sides::<RollApiKey, _, _>(roll::<AgentPolicy>, roll::<ClientPolicy>)
        .serve_sides::<RevokeApiKey, _, _>(revoke::<AgentPolicy>, revoke::<ClientPolicy>)
}

async fn list<W: RowPolicy>(
    State(state): State<AppState>,
    scope: Scope<W>,
    caller: Arc<Caller>,
) -> Result<ApiResponse<ListApiKeys>, Failure> {
    let data = listing::list(&state, &scope, &caller).await?;
    Ok(ApiResponse(Listing { data }))
}

async fn create<W: RowPolicy>(
    State(state): State<AppState>,
    scope: Scope<W>,
    caller: Arc<Caller>,
    input: Input<CreateApiKey>,
) -> Result<ApiResponse<CreateApiKey>, Failure> {
    let create = async |tx: &_| keys::create(&state, tx, &caller, input.body).await;
    Ok(ApiResponse(scope.in_transaction(create).await?))
}

async fn change<W: RowPolicy>(
    State(state): State<AppState>,
    scope: Scope<W>,
    caller: Arc<Caller>,
    input: Input<ChangeApiKey>,
) -> Result<ApiResponse<ChangeApiKey>, Failure> {
    let id = input.path.0;
    let change = async |tx: &_| keys::change(&state, tx, &caller, id, input.body).await;
    let changed = scope.in_transaction(change).await?;
    // Its open sockets may read less now.
    state.notify_session_change();
    Ok(ApiResponse(changed))
}

async fn roll<W: RowPolicy>(
    State(state): State<AppState>,
    scope: Scope<W>,
    caller: Arc<Caller>,
    input: Input<RollApiKey>,
) -> Result<ApiResponse<RollApiKey>, Failure> {
    let id = input.path.0;
    let roll = async |tx: &_| keys::roll(&state, tx, &caller, id, input.body).await;
    let rolled = scope.in_transaction(roll).await?;
    state.notify_session_change();
    Ok(ApiResponse(rolled))
}

async fn revoke<W: RowPolicy>(
    State(state): State<AppState>,
    scope: Scope<W>,
    caller: Arc<Caller>,
    input: Input<RevokeApiKey>,
) -> Result<ApiResponse<RevokeApiKey>, Failure> {
    keys::revoke(&scope, &caller, input.path.0, state.clock.now()).await?;
    state.notify_session_change();
    Ok(ApiResponse(Nothing {}))
}
