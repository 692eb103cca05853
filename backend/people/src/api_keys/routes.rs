//! Handlers for keys of both sides.

use super::{keys, list as listing};
use axum::extract::State;
use platform::{
    auth::Caller,
    http::{Api, ApiResponse, ApiResult, Call, Failure},
    page::PageWindow,
    scope::{AgentPolicy, ClientPolicy, RowPolicy, Scope},
    state::AppState,
};
use shared_types::{api_keys::*, endpoint::Nothing};
use std::sync::Arc;

/// Registers the endpoints of keys.
pub fn routes(api: Api) -> Api {
    api.serve_sides::<ShowCurrentKey, _, _>(show_current::<AgentPolicy>, show_current::<ClientPolicy>)
        .serve_sides::<ListApiKeys, _, _>(list::<AgentPolicy>, list::<ClientPolicy>)
        .serve_sides::<CreateApiKey, _, _>(create::<AgentPolicy>, create::<ClientPolicy>)
        .serve_sides::<ChangeApiKey, _, _>(change::<AgentPolicy>, change::<ClientPolicy>)
        .serve_sides::<RollApiKey, _, _>(roll::<AgentPolicy>, roll::<ClientPolicy>)
        .serve_sides::<RevokeApiKey, _, _>(revoke::<AgentPolicy>, revoke::<ClientPolicy>)
}

async fn show_current<W: RowPolicy>(
    State(state): State<AppState>,
    scope: Scope<W>,
    caller: Arc<Caller>,
) -> Result<ApiResponse<ShowCurrentKey>, Failure> {
    Ok(ApiResponse(listing::current(&state, &scope, &caller).await?))
}

async fn list<W: RowPolicy>(call: Call<ListApiKeys, Scope<W>>) -> ApiResult<ListApiKeys> {
    let window = PageWindow::from_query(call.query.limit, call.query.cursor.as_deref())?;
    Ok(ApiResponse(
        listing::page(&call.state, &call.scope, &call.caller, window).await?,
    ))
}

async fn create<W: RowPolicy>(call: Call<CreateApiKey, Scope<W>>) -> ApiResult<CreateApiKey> {
    let create = async |tx: &_| keys::create(&call.state, tx, &call.caller, call.body).await;
    Ok(ApiResponse(call.scope.in_transaction(create).await?))
}

async fn change<W: RowPolicy>(call: Call<ChangeApiKey, Scope<W>>) -> ApiResult<ChangeApiKey> {
    let id = call.path.0;
    let change = async |tx: &_| keys::change(&call.state, tx, &call.caller, id, call.body).await;
    let changed = call.scope.in_transaction(change).await?;
    // Its open sockets may read less now.
    call.state.notify_session_change();
    Ok(ApiResponse(changed))
}

async fn roll<W: RowPolicy>(call: Call<RollApiKey, Scope<W>>) -> ApiResult<RollApiKey> {
    let id = call.path.0;
    let roll = async |tx: &_| keys::roll(&call.state, tx, &call.caller, id, call.body).await;
    let rolled = call.scope.in_transaction(roll).await?;
    call.state.notify_session_change();
    Ok(ApiResponse(rolled))
}

async fn revoke<W: RowPolicy>(call: Call<RevokeApiKey, Scope<W>>) -> ApiResult<RevokeApiKey> {
    keys::revoke(&call.scope, &call.caller, call.path.0, call.now).await?;
    call.state.notify_session_change();
    Ok(ApiResponse(Nothing {}))
}
