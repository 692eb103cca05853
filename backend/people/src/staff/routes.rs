//! Handlers for the people of agents and clients.

use super::{assignees, invite, list};
use crate::staff::{
    membership::{Members, MembershipId},
    membership_changes,
};
use books::{billing, settings};
use entities::{client, client_member, staff};
use infra::media::UrlSigner;
use platform::{
    auth::Caller,
    http::{AgentCall, Api, ApiResponse, ApiResult, ClientCall, Failure, IfMatch, PersonCall},
    scope::{AgentScope, ScopedConnection},
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

async fn list_staff(call: AgentCall<ListPeople>) -> ApiResult<ListPeople> {
    let limit = billing::plan_limit(&call.scope, call.caller.agent_id, PlanLimit::Staff).await?;
    Ok(ApiResponse(
        list::page_with_places::<staff::Entity>(
            &call.scope,
            &UrlSigner::new(&call.state),
            &call.query,
            Condition::all(),
            limit,
        )
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

async fn list_members(call: ClientCall<ListPeople>) -> ApiResult<ListPeople> {
    let signer = UrlSigner::new(&call.state);
    let people = list::page_with_places::<client_member::Entity>(
        &call.scope,
        &signer,
        &call.query,
        Condition::all(),
        Some(CLIENT_PEOPLE),
    )
    .await?;
    Ok(ApiResponse(people))
}

/// Lists a client's members for the agent. Reading the client's row first checks that the caller may see this client.
async fn list_client_staff(call: AgentCall<ListClientStaff>) -> ApiResult<ListClientStaff> {
    let id = call.path.0;
    call.scope
        .one(client::Entity::find_by_id(id))
        .await?
        .ok_or(ProblemCode::NotFound)?;
    let of_client = Condition::all().add(client_member::Column::ClientId.eq(id.0));
    Ok(ApiResponse(
        list::page_with_places::<client_member::Entity>(
            &call.scope,
            &UrlSigner::new(&call.state),
            &call.query,
            of_client,
            Some(CLIENT_PEOPLE),
        )
        .await?,
    ))
}

async fn invite<M: Members + Default>(call: PersonCall<InvitePerson>) -> ApiResult<InvitePerson> {
    Ok(ApiResponse(
        invite::invite::<M>(&call.state, &call.caller, call.body).await?,
    ))
}

async fn change_member(IfMatch(version): IfMatch, call: PersonCall<ChangeMember>) -> ApiResult<ChangeMember> {
    let id = call.path.0.number();
    Ok(ApiResponse(
        membership_changes::update::<client_member::Entity>(&call.state, &call.caller, id, call.body, version).await?,
    ))
}

async fn remove_member(call: PersonCall<RemoveMember>) -> ApiResult<RemoveMember> {
    membership_changes::remove::<client_member::Entity>(&call.state, &call.caller, call.path.0.number()).await?;
    Ok(ApiResponse(Nothing {}))
}

async fn transfer_ownership<M: Members, E>(call: PersonCall<E>) -> ApiResult<E>
where
    E: Endpoint<Path = (M::Id,), Request = OwnershipTransfer, Response = StaffMember>,
{
    let id = call.path.0.number();
    Ok(ApiResponse(
        membership_changes::transfer_ownership::<M>(&call.state, &call.caller, id, call.body).await?,
    ))
}
