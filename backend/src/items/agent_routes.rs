//! Addresses of lines after the submit.

use super::{agent, moves};
use crate::{
    orders::{
        history::Actor,
        views::{self, Viewer},
    },
    platform::{
        auth::Caller,
        http::{Answer, Api, Failure, IfMatch, Input, finish},
        scope::{AgentScope, ClientScope},
        state::AppState,
    },
};
use axum::extract::State;
use shared_types::{
    access::{Level, Object},
    items::{ChangeAgentItem, MergeItems, MoveItems, SplitItem, TrackItem},
    orders::Side,
    page::Listing,
    problem::ProblemCode,
};
use std::sync::Arc;

/// The feature's addresses of the staff, and the client's tracks.
pub fn routes(api: Api) -> Api {
    api.serve::<TrackItem, _>(track)
        .serve::<ChangeAgentItem, _>(change)
        .serve::<MoveItems, _>(move_lines)
        .serve::<SplitItem, _>(split)
        .serve::<MergeItems, _>(merge)
}

async fn track(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<TrackItem>,
) -> Result<Answer<TrackItem>, Failure> {
    let tx = scope.begin().await?;
    let now = state.clock.now();
    let done = moves::track(&tx, &Actor::from(&*caller), input.path, &input.body, now).await;
    let viewer = Viewer::of(Side::Client, &caller.rights);
    let result = done.map(|(line, order)| views::item(line, &order, viewer, None));
    finish(&state, tx, input.key, result.map_err(Failure::from)).await
}

async fn change(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    IfMatch(version): IfMatch,
    input: Input<ChangeAgentItem>,
) -> Result<Answer<ChangeAgentItem>, Failure> {
    let sets_prices = input.body.price.is_some() || input.body.quantity.is_some();
    if sets_prices && !caller.rights.allow(Object::OrderPrices, Level::Edit) {
        return Err(ProblemCode::PermissionDenied.into());
    }
    let tx = scope.begin().await?;
    let now = state.clock.now();
    let (line, order) = agent::change(&tx, &Actor::from(&*caller), input.path, &input.body, version, now).await?;
    tx.commit().await?;
    let viewer = Viewer::of(Side::Staff, &caller.rights);
    Ok(Answer(views::item(line, &order, viewer, None)))
}

async fn move_lines(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<MoveItems>,
) -> Result<Answer<MoveItems>, Failure> {
    let tx = scope.begin().await?;
    let moved = moves::make(&tx, &Actor::from(&*caller), &input.body, state.clock.now()).await;
    let result = moved.map(|data| Listing { data }).map_err(Failure::from);
    finish(&state, tx, input.key, result).await
}

async fn split(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<SplitItem>,
) -> Result<Answer<SplitItem>, Failure> {
    let tx = scope.begin().await?;
    let actor = Actor::from(&*caller);
    let done = agent::split(&tx, &actor, input.path, input.body.quantity, state.clock.now()).await;
    let viewer = Viewer::of(Side::Staff, &caller.rights);
    let result = done.map(|(line, order)| views::item(line, &order, viewer, None));
    finish(&state, tx, input.key, result.map_err(Failure::from)).await
}

async fn merge(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<MergeItems>,
) -> Result<Answer<MergeItems>, Failure> {
    let tx = scope.begin().await?;
    let actor = Actor::from(&*caller);
    let done = agent::merge(&tx, &actor, input.path.0, &input.body.items, state.clock.now()).await;
    let viewer = Viewer::of(Side::Staff, &caller.rights);
    let result = done.map(|(line, order)| views::item(line, &order, viewer, None));
    finish(&state, tx, input.key, result.map_err(Failure::from)).await
}
