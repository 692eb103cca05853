//! Handlers for the people of agents and clients.

use super::{assignees, invite, list};
use crate::staff::{
    membership::{Members, MembershipId},
    membership_changes,
};
use axum::extract::State;
use books::{billing, settings};
use entities::{client, client_member, staff};
use infra::media::UrlSigner;
use platform::{
    auth::Caller,
    http::{Api, ApiResponse, Failure, IfMatch, Input},
    scope::{AgentScope, ClientScope, ScopedConnection},
    state::AppState,
};
use sea_orm::{Condition, entity::prelude::*};
use shared_types::{
    access::{Level, Object},
    billing::PlanLimit,
    endpoint::{Endpoint, Nothing},
    problem::ProblemCode,
    settings::DistributionRule,
    staff::{limits::CLIENT_PEOPLE, *},
};
use std::sync::Arc;

/// Registers the endpoints of staff and members.
pub fn routes(api: Api) -> Api {
    api.serve_sides::<ListPeople, _, _>(list_staff, list_members)
        .serve::<ListAssignees, _>(list_assignees)
        .serve_sides::<InvitePerson, _, _>(invite::<staff::Entity>, invite::<client_member::Entity>)
        .serve::<TransferAgentOwnership, _>(transfer_ownership::<staff::Entity, TransferAgentOwnership>)
        .serve::<ChangeMember, _>(change_member)
        .serve::<RemoveMember, _>(remove_member)
        .serve::<TransferClientOwnership, _>(transfer_ownership::<client_member::Entity, TransferClientOwnership>)
        .serve::<ListClientStaff, _>(list_client_staff)
}

async fn list_staff(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ListPeople>,
) -> Result<ApiResponse<ListPeople>, Failure> {
    let limit = billing::plan_limit(&scope, caller.agent_id, PlanLimit::Staff).await?;
    Ok(ApiResponse(
        list::page_with_places::<staff::Entity>(&scope, &UrlSigner::new(&state), &input.query, Condition::all(), limit)
            .await?,
    ))
}

async fn list_assignees(scope: AgentScope, caller: Arc<Caller>) -> Result<ApiResponse<ListAssignees>, Failure> {
    let may_claim = caller.rights.allows(Object::Orders, Level::Edit)
        && settings::order_distribution(&scope).await?.value.rule == DistributionRule::Claim;
    Ok(ApiResponse(AssigneeList {
        data: assignees::list(&scope).await?,
        may_claim,
    }))
}

async fn list_members(
    State(state): State<AppState>,
    scope: ClientScope,
    input: Input<ListPeople>,
) -> Result<ApiResponse<ListPeople>, Failure> {
    let signer = UrlSigner::new(&state);
    let people = list::page_with_places::<client_member::Entity>(
        &scope,
        &signer,
        &input.query,
        Condition::all(),
        Some(CLIENT_PEOPLE),
    )
    .await?;
    Ok(ApiResponse(people))
}

/// Lists a client's members for the agent. Reading the client's row first checks that the caller may see this client.
async fn list_client_staff(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Input<ListClientStaff>,
) -> Result<ApiResponse<ListClientStaff>, Failure> {
    let id = input.path.0;
    scope
        .one(client::Entity::find_by_id(id))
        .await?
        .ok_or(ProblemCode::NotFound)?;
    let of_client = Condition::all().add(client_member::Column::ClientId.eq(id.0));
    Ok(ApiResponse(
        list::page_with_places::<client_member::Entity>(
            &scope,
            &UrlSigner::new(&state),
            &input.query,
            of_client,
            Some(CLIENT_PEOPLE),
        )
        .await?,
    ))
}

async fn invite<M: Members + Default>(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    input: Input<InvitePerson>,
) -> Result<ApiResponse<InvitePerson>, Failure> {
    Ok(ApiResponse(invite::invite::<M>(&state, &caller, input.body).await?))
}

async fn change_member(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    IfMatch(version): IfMatch,
    input: Input<ChangeMember>,
) -> Result<ApiResponse<ChangeMember>, Failure> {
    let id = input.path.0.number();
    Ok(ApiResponse(
        membership_changes::update::<client_member::Entity>(&state, &caller, id, input.body, version).await?,
    ))
}

async fn remove_member(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    input: Input<RemoveMember>,
) -> Result<ApiResponse<RemoveMember>, Failure> {
    membership_changes::remove::<client_member::Entity>(&state, &caller, input.path.0.number()).await?;
    Ok(ApiResponse(Nothing {}))
}

async fn transfer_ownership<M: Members, E>(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    input: Input<E>,
) -> Result<ApiResponse<E>, Failure>
where
    E: Endpoint<Path = (M::Id,), Request = OwnershipTransfer, Response = StaffMember>,
{
    let id = input.path.0.number();
    Ok(ApiResponse(
        membership_changes::transfer_ownership::<M>(&state, &caller, id, input.body).await?,
    ))
}
