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
    scope::{AgentScope, ClientScope, RowPolicy, Scope, Tx},
    state::AppState,
};
use shared_types::{
    access::{Level, Object},
    endpoint::{Endpoint, Nothing},
    id::{AgentId, StaffId},
    orders::Side,
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
        .serve::<ShowAgentServices, _>(get_for_agent)
        .serve::<OrderAgentService, _>(order_by_agent)
        .serve::<RenderService, _>(render)
        .serve::<CancelAgentService, _>(cancel_by_agent)
        .serve::<ShowClientServices, _>(get_for_client)
        .serve::<OrderClientService, _>(order_by_client)
        .serve::<CancelClientService, _>(cancel_by_client)
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

fn viewer(caller: &Caller, side: Side) -> Viewer {
    Viewer::from_rights(side, &caller.rights)
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
            Ok(views::service(&row, &service, &order, viewer(caller, actor.side)))
        })
        .await
}

async fn get_for_agent(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ShowAgentServices>,
) -> Result<ApiResponse<ShowAgentServices>, Failure> {
    let agent_id = scope.policy().agent_id();
    let viewer = viewer(&caller, Side::Staff);
    let services = order_services::get(&scope, agent_id, input.path.0, viewer, &UrlSigner::new(&state)).await?;
    Ok(ApiResponse(services))
}

async fn get_for_client(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<ShowClientServices>,
) -> Result<ApiResponse<ShowClientServices>, Failure> {
    let agent_id = scope.policy().agent_id();
    let viewer = viewer(&caller, Side::Client);
    let services = order_services::get(&scope, agent_id, input.path.0, viewer, &UrlSigner::new(&state)).await?;
    Ok(ApiResponse(services))
}

fn requester_rights(agent_id: AgentId, caller: &Caller) -> RequesterRights {
    RequesterRights {
        agent_id,
        may_charge: caller.rights.allows(Object::Balance, Level::Edit),
    }
}

async fn order_by_agent(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<OrderAgentService>,
) -> Result<ApiResponse<OrderAgentService>, Failure> {
    let (rights, now) = (requester_rights(scope.policy().agent_id(), &caller), state.clock.now());
    change(&state, &scope, &caller, input.key, async |tx, actor| {
        order_services::add(tx, actor, rights, input.path, &input.body, now).await
    })
    .await
}

async fn order_by_client(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<OrderClientService>,
) -> Result<ApiResponse<OrderClientService>, Failure> {
    let (rights, now) = (requester_rights(scope.policy().agent_id(), &caller), state.clock.now());
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

async fn cancel_by_agent(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<CancelAgentService>,
) -> Result<ApiResponse<CancelAgentService>, Failure> {
    let now = state.clock.now();
    change(&state, &scope, &caller, input.key, async |tx, actor| {
        transitions::cancel(tx, actor, input.path.0, now).await
    })
    .await
}

async fn cancel_by_client(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<CancelClientService>,
) -> Result<ApiResponse<CancelClientService>, Failure> {
    let now = state.clock.now();
    change(&state, &scope, &caller, input.key, async |tx, actor| {
        transitions::cancel(tx, actor, input.path.0, now).await
    })
    .await
}
