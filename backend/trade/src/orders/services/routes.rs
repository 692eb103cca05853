//! Routes of services for agents and clients.

use super::{
    ServiceError, catalogue,
    views::{self, Viewer},
};
use crate::orders::history::Actor;
use crate::orders::services::{
    order_services::{self, OrderedService, RequesterRights},
    transitions,
};
use infra::media::UrlSigner;
use platform::{
    auth::{Caller, Membership},
    http::{AgentCall, Api, ApiResponse, ApiResult, Call, Failure, IdempotencyKey, IfMatch, Input},
    scope::{AgentPolicy, AgentScope, ClientPolicy, LedgerAccess, RowPolicy, Scope, Tx},
    state::AppState,
};
use shared_types::{
    access::{Level, Object},
    endpoint::{Endpoint, Nothing},
    id::StaffId,
    page::Listing,
    services::*,
};

/// Registers the routes of services.
pub fn routes(api: Api) -> Api {
    api.serve::<ListServices, _>(list)
        .serve::<AddService, _>(add)
        .serve::<ChangeService, _>(update)
        .serve::<RemoveService, _>(remove)
        .serve_sides::<ShowOrderServices, _, _>(get::<AgentPolicy>, get::<ClientPolicy>)
        .serve_sides::<OrderItemService, _, _>(order::<AgentPolicy>, order::<ClientPolicy>)
        .serve::<RenderService, _>(render)
        .serve_sides::<CancelItemService, _, _>(cancel::<AgentPolicy>, cancel::<ClientPolicy>)
}

async fn list(scope: AgentScope, _: Input<ListServices>) -> Result<ApiResponse<ListServices>, Failure> {
    let data = catalogue::list(&scope, scope.policy().agent_id()).await?;
    Ok(ApiResponse(Listing { data }))
}

async fn add(call: AgentCall<AddService>) -> ApiResult<AddService> {
    call.run(async |tx| Ok(catalogue::add(tx, &call.body, call.now).await?))
        .await
}

async fn update(IfMatch(version): IfMatch, call: AgentCall<ChangeService>) -> ApiResult<ChangeService> {
    let (agent_id, now) = (call.scope.policy().agent_id(), call.now);
    call.run(async |tx| Ok(catalogue::update(tx, agent_id, call.path.0, &call.body, version, now).await?))
        .await
}

async fn remove(call: AgentCall<RemoveService>) -> ApiResult<RemoveService> {
    let agent_id = call.scope.policy().agent_id();
    call.run(async |tx| {
        catalogue::remove(tx, agent_id, call.path.0).await?;
        Ok(Nothing {})
    })
    .await
}

/// Runs an operation on an ordered service and responds with the service as the caller may see it.
async fn change<E: Endpoint<Response = ItemService>, W: RowPolicy>(
    state: &AppState,
    scope: &Scope<W>,
    caller: &Caller,
    key: Option<IdempotencyKey>,
    operation: impl AsyncFnOnce(&Tx<W>, &Actor) -> Result<OrderedService, ServiceError>,
) -> Result<ApiResponse<E>, Failure> {
    let actor = Actor::from(caller);
    scope
        .run(state, key, async |tx| {
            let OrderedService { row, service, order } = operation(tx, &actor).await?;
            Ok(views::service(
                &row,
                &service,
                &order,
                Viewer::from_rights(actor.side, &caller.rights),
            ))
        })
        .await
}

async fn get<W: RowPolicy>(call: Call<ShowOrderServices, Scope<W>>) -> ApiResult<ShowOrderServices> {
    let viewer = Viewer::from_rights(call.caller.guard().into(), &call.caller.rights);
    let services = order_services::get(
        &call.scope,
        call.caller.agent_id,
        call.path.0,
        viewer,
        &UrlSigner::new(&call.state),
    )
    .await?;
    Ok(ApiResponse(services))
}

async fn order<W: RowPolicy>(call: Call<OrderItemService, Scope<W>>) -> ApiResult<OrderItemService>
where
    Tx<W>: LedgerAccess,
{
    let rights = RequesterRights {
        agent_id: call.caller.agent_id,
        may_charge: call.caller.rights.allows(Object::Balance, Level::Edit),
    };
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, actor| {
        order_services::add(tx, actor, rights, call.path, &call.body, call.now).await
    })
    .await
}

/// The id of the caller's staff membership; none for a member of a client.
pub(super) fn staff_id(caller: &Caller) -> Option<StaffId> {
    match caller.membership {
        Membership::Staff { staff_id } => Some(staff_id),
        Membership::Member { .. } => None,
    }
}

async fn render(call: AgentCall<RenderService>) -> ApiResult<RenderService> {
    let (staff_id, now) = (staff_id(&call.caller), call.now);
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, actor| {
        transitions::render(tx, actor, staff_id, call.path.0, &call.body, now).await
    })
    .await
}

async fn cancel<W: RowPolicy>(call: Call<CancelItemService, Scope<W>>) -> ApiResult<CancelItemService>
where
    Tx<W>: LedgerAccess,
{
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, actor| {
        transitions::cancel(tx, actor, call.path.0, call.now).await
    })
    .await
}
