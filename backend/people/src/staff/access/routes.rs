//! Handlers for permission groups.

use super::groups;
use crate::staff::Members;
use axum::extract::State;
use entities::{client_member, staff};
use platform::{
    auth::Caller,
    http::{Api, ApiResponse, Failure, IfMatch, Input},
    scope::{AgentScope, ClientScope, ScopedConnection},
    state::AppState,
};
use shared_types::{
    endpoint::{Endpoint, Nothing},
    id::AccessGroupId,
    identity::limits::ACCESS_MINUTES,
    page::Listing,
    problem::ProblemCode,
    staff::*,
};
use std::sync::Arc;

/// Registers the endpoints of permission groups.
pub fn routes(api: Api) -> Api {
    api.serve::<ListAgentGroups, _>(list_agent_groups)
        .serve::<CreateAgentGroup, _>(create::<staff::Entity, CreateAgentGroup>)
        .serve::<ChangeAgentGroup, _>(update::<staff::Entity, ChangeAgentGroup>)
        .serve::<DeleteAgentGroup, _>(delete::<staff::Entity, DeleteAgentGroup>)
        .serve::<PreviewAgentGroup, _>(preview_agent_group)
        .serve::<ListClientGroups, _>(list_client_groups)
        .serve::<CreateClientGroup, _>(create::<client_member::Entity, CreateClientGroup>)
        .serve::<ChangeClientGroup, _>(update::<client_member::Entity, ChangeClientGroup>)
        .serve::<DeleteClientGroup, _>(delete::<client_member::Entity, DeleteClientGroup>)
        .serve::<PreviewClientGroup, _>(preview_client_group)
}

async fn list_agent_groups(scope: AgentScope) -> Result<ApiResponse<ListAgentGroups>, Failure> {
    let data = groups::list::<staff::Entity>(&scope).await?;
    Ok(ApiResponse(Listing { data }))
}

async fn list_client_groups(scope: ClientScope) -> Result<ApiResponse<ListClientGroups>, Failure> {
    let data = groups::list::<client_member::Entity>(&scope).await?;
    Ok(ApiResponse(Listing { data }))
}

async fn create<M: Members, E: Endpoint<Request = NewAccessGroup, Response = AccessGroup>>(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    input: Input<E>,
) -> Result<ApiResponse<E>, Failure> {
    Ok(ApiResponse(groups::create::<M>(&state, &caller, input.body).await?))
}

async fn update<M: Members, E>(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    IfMatch(version): IfMatch,
    input: Input<E>,
) -> Result<ApiResponse<E>, Failure>
where
    E: Endpoint<Path = (AccessGroupId,), Request = AccessGroupChange, Response = AccessGroup>,
{
    let id = input.path.0;
    Ok(ApiResponse(
        groups::update::<M>(&state, &caller, id, input.body, version).await?,
    ))
}

async fn delete<M: Members, E>(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    input: Input<E>,
) -> Result<ApiResponse<E>, Failure>
where
    E: Endpoint<Path = (AccessGroupId,), Request = Nothing, Response = Nothing>,
{
    groups::delete::<M>(&state, &caller, input.path.0).await?;
    Ok(ApiResponse(Nothing {}))
}

async fn preview_agent_group(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<PreviewAgentGroup>,
) -> Result<ApiResponse<PreviewAgentGroup>, Failure> {
    let preview = preview::<staff::Entity>(&state, &scope, &caller, input.path.0).await?;
    Ok(ApiResponse(preview))
}

async fn preview_client_group(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<PreviewClientGroup>,
) -> Result<ApiResponse<PreviewClientGroup>, Failure> {
    let preview = preview::<client_member::Entity>(&state, &scope, &caller, input.path.0).await?;
    Ok(ApiResponse(preview))
}

/// Signs an access token that shows the cabinet with the rights of a group, limited to the caller's rights.
async fn preview<M: Members>(
    state: &AppState,
    rows: &impl ScopedConnection,
    caller: &Caller,
    id: AccessGroupId,
) -> Result<GroupPreview, Failure> {
    let (group, granted) = groups::find_group::<M>(rows, id).await?.ok_or(ProblemCode::NotFound)?;
    let now = state.clock.now();
    let membership = caller.membership_id();
    let token = state
        .keys
        .sign_preview(caller.user_id, M::GUARD, caller.session_id, membership, group.id, now);
    Ok(GroupPreview {
        access_token: token.map_err(Failure::internal)?,
        expires_in: ACCESS_MINUTES * 60,
        group: group.name,
        rights: caller.rights.intersect(&granted),
    })
}
