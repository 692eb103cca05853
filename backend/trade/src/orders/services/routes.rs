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
use axum::extract::State;
use infra::media::UrlSigner;
use platform::{
    auth::{Caller, Membership},
    http::{Api, ApiResponse, Failure, IdempotencyKey, IfMatch, Input},
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
use std::sync::Arc;

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

async fn add(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Input<AddService>,
) -> Result<ApiResponse<AddService>, Failure> {
    let now = state.clock.now();
    scope
        .run(&state, input.key, async |tx| {
            Ok(catalogue::add(tx, &input.body, now).await?)
        })
        .await
}

async fn update(
    State(state): State<AppState>,
    scope: AgentScope,
    IfMatch(version): IfMatch,
    input: Input<ChangeService>,
) -> Result<ApiResponse<ChangeService>, Failure> {
    let (agent_id, now) = (scope.policy().agent_id(), state.clock.now());
    scope
        .run(&state, input.key, async |tx| {
            Ok(catalogue::update(tx, agent_id, input.path.0, &input.body, version, now).await?)
        })
        .await
}

async fn remove(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Input<RemoveService>,
) -> Result<ApiResponse<RemoveService>, Failure> {
    let agent_id = scope.policy().agent_id();
    scope
        .run(&state, input.key, async |tx| {
            catalogue::remove(tx, agent_id, input.path.0).await?;
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

async fn get<W: RowPolicy>(
    State(state): State<AppState>,
    scope: Scope<W>,
    caller: Arc<Caller>,
    input: Input<ShowOrderServices>,
) -> Result<ApiResponse<ShowOrderServices>, Failure> {
    let viewer = Viewer::from_rights(caller.guard().into(), &caller.rights);
    let services = order_services::get(&scope, caller.agent_id, input.path.0, viewer, &UrlSigner::new(&state)).await?;
    Ok(ApiResponse(services))
}

async fn order<W: RowPolicy>(
    State(state): State<AppState>,
    scope: Scope<W>,
    caller: Arc<Caller>,
    input: Input<OrderItemService>,
) -> Result<ApiResponse<OrderItemService>, Failure>
where
    Tx<W>: LedgerAccess,
{
    let rights = RequesterRights {
        agent_id: caller.agent_id,
        may_charge: caller.rights.allows(Object::Balance, Level::Edit),
    };
    let now = state.clock.now();
    change(&state, &scope, &caller, input.key, async |tx, actor| {
        order_services::add(tx, actor, rights, input.path, &input.body, now).await
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

async fn render(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<RenderService>,
) -> Result<ApiResponse<RenderService>, Failure> {
    let (staff_id, now) = (staff_id(&caller), state.clock.now());
    change(&state, &scope, &caller, input.key, async |tx, actor| {
        transitions::render(tx, actor, staff_id, input.path.0, &input.body, now).await
    })
    .await
}

async fn cancel<W: RowPolicy>(
    State(state): State<AppState>,
    scope: Scope<W>,
    caller: Arc<Caller>,
    input: Input<CancelItemService>,
) -> Result<ApiResponse<CancelItemService>, Failure>
where
    Tx<W>: LedgerAccess,
{
    let now = state.clock.now();
    change(&state, &scope, &caller, input.key, async |tx, actor| {
        transitions::cancel(tx, actor, input.path.0, now).await
    })
    .await
}
