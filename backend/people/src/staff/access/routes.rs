//! Handlers for permission groups.

use super::groups;
use crate::staff::Members;
use axum::extract::State;
use entities::{client_member, staff};
use platform::{
    auth::Caller,
    http::{Api, ApiResponse, ApiResult, Failure, IfMatch, Input, PersonCall},
    scope::Scope,
    state::AppState,
};
use shared_types::{
    endpoint::Nothing, identity::limits::ACCESS_MINUTES, page::Listing, problem::ProblemCode, staff::*,
};
use std::sync::Arc;

/// Registers the endpoints of permission groups.
pub fn routes(api: Api) -> Api {
    api.serve_sides::<ListAccessGroups, _, _>(list::<staff::Entity>, list::<client_member::Entity>)
        .serve_sides::<CreateAccessGroup, _, _>(create::<staff::Entity>, create::<client_member::Entity>)
        .serve_sides::<ChangeAccessGroup, _, _>(update::<staff::Entity>, update::<client_member::Entity>)
        .serve_sides::<DeleteAccessGroup, _, _>(delete::<staff::Entity>, delete::<client_member::Entity>)
        .serve_sides::<PreviewAccessGroup, _, _>(preview::<staff::Entity>, preview::<client_member::Entity>)
}

async fn list<M: Members>(scope: Scope<M::Policy>) -> Result<ApiResponse<ListAccessGroups>, Failure> {
    let data = groups::list::<M>(&scope).await?;
    Ok(ApiResponse(Listing { data }))
}

async fn create<M: Members>(call: PersonCall<CreateAccessGroup>) -> ApiResult<CreateAccessGroup> {
    Ok(ApiResponse(
        groups::create::<M>(&call.state, &call.caller, call.body).await?,
    ))
}

async fn update<M: Members>(
    IfMatch(version): IfMatch,
    call: PersonCall<ChangeAccessGroup>,
) -> ApiResult<ChangeAccessGroup> {
    let id = call.path.0;
    Ok(ApiResponse(
        groups::update::<M>(&call.state, &call.caller, id, call.body, version).await?,
    ))
}

async fn delete<M: Members>(call: PersonCall<DeleteAccessGroup>) -> ApiResult<DeleteAccessGroup> {
    groups::delete::<M>(&call.state, &call.caller, call.path.0).await?;
    Ok(ApiResponse(Nothing {}))
}

/// Signs an access token that shows the cabinet with the rights of a group, limited to the caller's rights.
async fn preview<M: Members>(
    State(state): State<AppState>,
    scope: Scope<M::Policy>,
    caller: Arc<Caller>,
    input: Input<PreviewAccessGroup>,
) -> Result<ApiResponse<PreviewAccessGroup>, Failure> {
    let (group, granted) = groups::find_group::<M>(&scope, input.path.0)
        .await?
        .ok_or(ProblemCode::NotFound)?;
    let now = state.clock.now();
    let (session, membership) = (caller.session_id()?, caller.membership_id());
    let token = state
        .keys
        .sign_preview(caller.user_id, M::GUARD, session, membership, group.id, now);
    Ok(ApiResponse(GroupPreview {
        access_token: token.map_err(Failure::internal)?,
        expires_in: ACCESS_MINUTES * 60,
        group: group.name,
        rights: caller.rights.intersect(&granted),
    }))
}
