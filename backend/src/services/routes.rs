//! Addresses of services for both cabinets.

use super::{
    catalogue, moves,
    orders::{self, Found, Orderer},
    views::{self, Viewer},
};
use crate::{
    media::Signer,
    orders::history::Actor,
    platform::{
        auth::{Caller, Membership},
        http::{Answer, Api, Failure, Input, finish},
        scope::{AgentScope, ClientScope},
        state::AppState,
    },
};
use axum::extract::State;
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    orders::Side,
    page::Listing,
    services::*,
};
use std::sync::Arc;

/// The feature's addresses.
pub fn routes(api: Api) -> Api {
    api.serve::<ListServices, _>(list)
        .serve::<AddService, _>(add)
        .serve::<ChangeService, _>(change)
        .serve::<RemoveService, _>(remove)
        .serve::<ShowAgentServices, _>(show_agent)
        .serve::<OrderAgentService, _>(order_agent)
        .serve::<RenderService, _>(render)
        .serve::<CancelAgentService, _>(cancel_agent)
        .serve::<ShowClientServices, _>(show_client)
        .serve::<OrderClientService, _>(order_client)
        .serve::<CancelClientService, _>(cancel_client)
}

async fn list(scope: AgentScope, _: Input<ListServices>) -> Result<Answer<ListServices>, Failure> {
    let data = catalogue::all(&scope, scope.wall().agent_id()).await?;
    Ok(Answer(Listing { data }))
}

async fn add(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Input<AddService>,
) -> Result<Answer<AddService>, Failure> {
    let tx = scope.begin().await?;
    let added = catalogue::add(&tx, &input.body, state.clock.now()).await;
    finish(&state, tx, input.key, added).await
}

async fn change(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Input<ChangeService>,
) -> Result<Answer<ChangeService>, Failure> {
    let tx = scope.begin().await?;
    let now = state.clock.now();
    let changed = catalogue::change(&tx, scope.wall().agent_id(), input.path.0, &input.body, now).await?;
    tx.commit().await?;
    Ok(Answer(changed))
}

async fn remove(scope: AgentScope, input: Input<RemoveService>) -> Result<Answer<RemoveService>, Failure> {
    let tx = scope.begin().await?;
    catalogue::remove(&tx, scope.wall().agent_id(), input.path.0).await?;
    tx.commit().await?;
    Ok(Answer(Nothing {}))
}

fn viewer(caller: &Caller, side: Side) -> Viewer {
    Viewer::of(side, &caller.rights)
}

fn told((row, what, order): &Found, caller: &Caller, side: Side) -> ItemService {
    views::service(row, what, order, viewer(caller, side))
}

async fn show_agent(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ShowAgentServices>,
) -> Result<Answer<ShowAgentServices>, Failure> {
    let agent_id = scope.wall().agent_id();
    let viewer = viewer(&caller, Side::Staff);
    let shown = orders::show(&scope, agent_id, input.path.0, viewer, &Signer::new(&state)).await?;
    Ok(Answer(shown))
}

async fn show_client(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<ShowClientServices>,
) -> Result<Answer<ShowClientServices>, Failure> {
    let agent_id = scope.wall().agent_id();
    let viewer = viewer(&caller, Side::Client);
    let shown = orders::show(&scope, agent_id, input.path.0, viewer, &Signer::new(&state)).await?;
    Ok(Answer(shown))
}

async fn order_agent(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<OrderAgentService>,
) -> Result<Answer<OrderAgentService>, Failure> {
    let tx = scope.begin().await?;
    let who = Orderer {
        actor: &Actor::from(&*caller),
        agent_id: scope.wall().agent_id(),
        may_charge: caller.rights.allow(Object::Balance, Level::Edit),
    };
    let done = orders::add(&tx, who, input.path, &input.body, state.clock.now()).await;
    finish(
        &state,
        tx,
        input.key,
        done.map(|found| told(&found, &caller, Side::Staff)),
    )
    .await
}

async fn order_client(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<OrderClientService>,
) -> Result<Answer<OrderClientService>, Failure> {
    let tx = scope.begin().await?;
    let who = Orderer {
        actor: &Actor::from(&*caller),
        agent_id: scope.wall().agent_id(),
        may_charge: caller.rights.allow(Object::Balance, Level::Edit),
    };
    let done = orders::add(&tx, who, input.path, &input.body, state.clock.now()).await;
    finish(
        &state,
        tx,
        input.key,
        done.map(|found| told(&found, &caller, Side::Client)),
    )
    .await
}

/// The staff membership of the caller.
pub(super) fn staff_id(caller: &Caller) -> Option<i64> {
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
    let done = moves::render(&tx, &actor, staff_id(&caller), input.path.0, &input.body, now).await;
    finish(
        &state,
        tx,
        input.key,
        done.map(|found| told(&found, &caller, Side::Staff)),
    )
    .await
}

async fn cancel_agent(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<CancelAgentService>,
) -> Result<Answer<CancelAgentService>, Failure> {
    let tx = scope.begin().await?;
    let done = moves::cancel(&tx, &Actor::from(&*caller), input.path.0, state.clock.now()).await;
    finish(
        &state,
        tx,
        input.key,
        done.map(|found| told(&found, &caller, Side::Staff)),
    )
    .await
}

async fn cancel_client(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<CancelClientService>,
) -> Result<Answer<CancelClientService>, Failure> {
    let tx = scope.begin().await?;
    let done = moves::cancel(&tx, &Actor::from(&*caller), input.path.0, state.clock.now()).await;
    finish(
        &state,
        tx,
        input.key,
        done.map(|found| told(&found, &caller, Side::Client)),
    )
    .await
}
