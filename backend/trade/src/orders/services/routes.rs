//! Routes of services for agents and clients.

use super::{
    catalogue,
    views::{self, Viewer},
};
use crate::orders::history::Actor;
use crate::orders::services::{
    order_services::{self, OrderedService, Requester},
    transitions,
};
use axum::extract::State;
use infra::media::UrlSigner;
use platform::{
    auth::{Caller, Membership},
    http::{Answer, Api, Failure, Input, finish_transaction},
    scope::{AgentScope, ClientScope},
    state::AppState,
};
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    id::StaffId,
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

async fn list(scope: AgentScope, _: Input<ListServices>) -> Result<Answer<ListServices>, Failure> {
    let data = catalogue::list(&scope, scope.policy().agent_id()).await?;
    Ok(Answer(Listing { data }))
}

async fn add(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Input<AddService>,
) -> Result<Answer<AddService>, Failure> {
    let tx = scope.begin().await?;
    let added = catalogue::add(&tx, &input.body, state.clock.now()).await;
    finish_transaction(&state, tx, input.key, added).await
}

async fn update(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Input<ChangeService>,
) -> Result<Answer<ChangeService>, Failure> {
    let tx = scope.begin().await?;
    let now = state.clock.now();
    let changed = catalogue::update(&tx, scope.policy().agent_id(), input.path.0, &input.body, now).await?;
    tx.commit().await?;
    Ok(Answer(changed))
}

async fn remove(scope: AgentScope, input: Input<RemoveService>) -> Result<Answer<RemoveService>, Failure> {
    let tx = scope.begin().await?;
    catalogue::remove(&tx, scope.policy().agent_id(), input.path.0).await?;
    tx.commit().await?;
    Ok(Answer(Nothing {}))
}

fn viewer(caller: &Caller, side: Side) -> Viewer {
    Viewer::from_rights(side, &caller.rights)
}

fn service_view((row, service, order): &OrderedService, caller: &Caller, side: Side) -> ItemService {
    views::service(row, service, order, viewer(caller, side))
}

async fn get_for_agent(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ShowAgentServices>,
) -> Result<Answer<ShowAgentServices>, Failure> {
    let agent_id = scope.policy().agent_id();
    let viewer = viewer(&caller, Side::Staff);
    let services = order_services::get(&scope, agent_id, input.path.0, viewer, &UrlSigner::new(&state)).await?;
    Ok(Answer(services))
}

async fn get_for_client(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<ShowClientServices>,
) -> Result<Answer<ShowClientServices>, Failure> {
    let agent_id = scope.policy().agent_id();
    let viewer = viewer(&caller, Side::Client);
    let services = order_services::get(&scope, agent_id, input.path.0, viewer, &UrlSigner::new(&state)).await?;
    Ok(Answer(services))
}

async fn order_by_agent(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<OrderAgentService>,
) -> Result<Answer<OrderAgentService>, Failure> {
    let tx = scope.begin().await?;
    let requester = Requester {
        actor: &Actor::from(&*caller),
        agent_id: scope.policy().agent_id(),
        may_charge: caller.rights.allows(Object::Balance, Level::Edit),
    };
    let result = order_services::add(&tx, requester, input.path, &input.body, state.clock.now()).await;
    finish_transaction(
        &state,
        tx,
        input.key,
        result.map(|ordered| service_view(&ordered, &caller, Side::Staff)),
    )
    .await
}

async fn order_by_client(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<OrderClientService>,
) -> Result<Answer<OrderClientService>, Failure> {
    let tx = scope.begin().await?;
    let requester = Requester {
        actor: &Actor::from(&*caller),
        agent_id: scope.policy().agent_id(),
        may_charge: caller.rights.allows(Object::Balance, Level::Edit),
    };
    let result = order_services::add(&tx, requester, input.path, &input.body, state.clock.now()).await;
    finish_transaction(
        &state,
        tx,
        input.key,
        result.map(|ordered| service_view(&ordered, &caller, Side::Client)),
    )
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
) -> Result<Answer<RenderService>, Failure> {
    let tx = scope.begin().await?;
    let (actor, now) = (Actor::from(&*caller), state.clock.now());
    let result = transitions::render(&tx, &actor, staff_id(&caller), input.path.0, &input.body, now).await;
    finish_transaction(
        &state,
        tx,
        input.key,
        result.map(|rendered| service_view(&rendered, &caller, Side::Staff)),
    )
    .await
}

async fn cancel_by_agent(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<CancelAgentService>,
) -> Result<Answer<CancelAgentService>, Failure> {
    let tx = scope.begin().await?;
    let result = transitions::cancel(&tx, &Actor::from(&*caller), input.path.0, state.clock.now()).await;
    finish_transaction(
        &state,
        tx,
        input.key,
        result.map(|canceled| service_view(&canceled, &caller, Side::Staff)),
    )
    .await
}

async fn cancel_by_client(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<CancelClientService>,
) -> Result<Answer<CancelClientService>, Failure> {
    let tx = scope.begin().await?;
    let result = transitions::cancel(&tx, &Actor::from(&*caller), input.path.0, state.clock.now()).await;
    finish_transaction(
        &state,
        tx,
        input.key,
        result.map(|canceled| service_view(&canceled, &caller, Side::Client)),
    )
    .await
}
