//! Handlers of the links by which invited people enter.

use super::{IdentityError, cookies::session_response, device::Device, invitation_link};
use crate::{
    clients::write_invitation,
    staff::{Members, MembershipId, StaffError, authorize},
};
use axum::{extract::State, response::Response};
use entities::{client, client_member, staff};
use platform::{
    http::{AgentCall, Api, ApiResponse, ApiResult, Failure, Input, PersonCall, parse_guard},
    scope::ScopedConnection,
    state::AppState,
};
use sea_orm::{DbErr, entity::prelude::*};
use shared_types::{
    access::Guard,
    clients::CreateClientLink,
    endpoint::{Endpoint, Nothing},
    identity::{AcceptInvitation, OpenInvitationLink},
    problem::ProblemCode,
    staff::{CreateMemberLink, CreateStaffLink, InvitationLink},
};

/// Registers the routes.
pub fn routes(api: Api) -> Api {
    api.serve::<CreateStaffLink, _>(create::<staff::Entity, CreateStaffLink>)
        .serve::<CreateMemberLink, _>(create::<client_member::Entity, CreateMemberLink>)
        .serve::<CreateClientLink, _>(create_of_client)
        .serve::<OpenInvitationLink, _>(open)
        .serve::<AcceptInvitation, _>(accept)
}

/// The link gives the person's rights, so the caller must be allowed to change the person.
async fn create<M: Members, E>(call: PersonCall<E>) -> ApiResult<E>
where
    E: Endpoint<Path = (M::Id,), Request = Nothing, Response = InvitationLink>,
{
    let (state, caller, id) = (&call.state, &call.caller, call.path.0.number());
    let system = state.system();
    let link = system.in_transaction(async |tx| {
        let person = authorize::<M>(&M::enter(tx, caller)?, caller, id).await?;
        if person.confirmed_at.is_some() {
            return Err(StaffError::MemberExists);
        }
        let invited = (M::GUARD, id, person.user_id);
        Ok(invitation_link::create(tx, &state.config, invited, state.clock.now()).await?)
    });
    Ok(ApiResponse(link.await?))
}

async fn create_of_client(call: AgentCall<CreateClientLink>) -> ApiResult<CreateClientLink> {
    let client = call.scope.one(client::Entity::find_by_id(call.path.0)).await?;
    let client = client.ok_or(ProblemCode::NotFound)?;
    let owner = client_member::Entity::find()
        .filter(client_member::Column::ClientId.eq(client.id))
        .filter(client_member::Column::IsOwner.eq(true));
    let owner = call.scope.one(owner).await?.ok_or(ProblemCode::NotFound)?;
    if owner.confirmed_at.is_some() {
        return Err(ProblemCode::MemberExists.into());
    }
    let invited = (Guard::Client, owner.id.0, owner.user_id);
    let system = call.state.system();
    let link = system.in_transaction(async |tx| {
        write_invitation(tx, &call.caller, client.id, call.now).await?;
        invitation_link::create(tx, &call.state.config, invited, call.now).await
    });
    Ok(ApiResponse(
        link.await.map_err(|error: DbErr| IdentityError::from(error))?,
    ))
}

async fn open(
    State(state): State<AppState>,
    device: Device,
    input: Input<OpenInvitationLink>,
) -> Result<ApiResponse<OpenInvitationLink>, Failure> {
    let guard = parse_guard(&input.path.0)?;
    Ok(ApiResponse(
        invitation_link::open(&state, guard, &input.body.token, &device).await?,
    ))
}

async fn accept(
    State(state): State<AppState>,
    device: Device,
    input: Input<AcceptInvitation>,
) -> Result<Response, Failure> {
    let guard = parse_guard(&input.path.0)?;
    let device = device.in_timezone(input.body.timezone.as_deref());
    Ok(session_response::<AcceptInvitation>(
        &state,
        invitation_link::accept(&state, guard, input.body, device).await?,
    ))
}
