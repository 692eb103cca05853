//! HTTP handlers for items of submitted orders.

use super::agent;
use crate::orders::items::transitions;
use crate::orders::{
    history::Actor,
    views::{self, Viewer},
};
use axum::extract::State;
use platform::{
    auth::Caller,
    http::{Answer, Api, Failure, IfMatch, Input, finish_transaction},
    scope::{AgentScope, ClientScope},
    state::AppState,
};
use shared_types::{
    access::{Level, Object},
    items::{ChangeAgentItem, MergeItems, MoveItems, SetItemTrack, SplitItem},
    orders::Side,
    page::Listing,
    problem::ProblemCode,
};
use std::sync::Arc;

/// Registers the staff endpoints for items, and the client's endpoint for track numbers.
pub fn routes(api: Api) -> Api {
    api.serve::<SetItemTrack, _>(set_track)
        .serve::<ChangeAgentItem, _>(update)
        .serve::<MoveItems, _>(move_items)
        .serve::<SplitItem, _>(split)
        .serve::<MergeItems, _>(merge)
}

async fn set_track(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<SetItemTrack>,
) -> Result<Answer<SetItemTrack>, Failure> {
    let tx = scope.begin().await?;
    let now = state.clock.now();
    let updated = transitions::set_track(&tx, &Actor::from(&*caller), input.path, &input.body, now).await;
    let viewer = Viewer::from_rights(Side::Client, &caller.rights);
    let result = updated.map(|(item, order)| views::item(item, &order, viewer, None));
    finish_transaction(&state, tx, input.key, result.map_err(Failure::from)).await
}

async fn update(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    IfMatch(version): IfMatch,
    input: Input<ChangeAgentItem>,
) -> Result<Answer<ChangeAgentItem>, Failure> {
    let sets_prices = input.body.price.is_some() || input.body.quantity.is_some();
    if sets_prices && !caller.rights.allows(Object::OrderPrices, Level::Edit) {
        return Err(ProblemCode::PermissionDenied.into());
    }
    let tx = scope.begin().await?;
    let now = state.clock.now();
    let (item, order) = agent::update(&tx, &Actor::from(&*caller), input.path, &input.body, version, now).await?;
    tx.commit().await?;
    let viewer = Viewer::from_rights(Side::Staff, &caller.rights);
    Ok(Answer(views::item(item, &order, viewer, None)))
}

async fn move_items(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<MoveItems>,
) -> Result<Answer<MoveItems>, Failure> {
    let tx = scope.begin().await?;
    let moved = transitions::perform(&tx, &Actor::from(&*caller), &input.body, state.clock.now()).await;
    let result = moved.map(|data| Listing { data }).map_err(Failure::from);
    finish_transaction(&state, tx, input.key, result).await
}

async fn split(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<SplitItem>,
) -> Result<Answer<SplitItem>, Failure> {
    let tx = scope.begin().await?;
    let actor = Actor::from(&*caller);
    let updated = agent::split(&tx, &actor, input.path, input.body.quantity, state.clock.now()).await;
    let viewer = Viewer::from_rights(Side::Staff, &caller.rights);
    let result = updated.map(|(item, order)| views::item(item, &order, viewer, None));
    finish_transaction(&state, tx, input.key, result.map_err(Failure::from)).await
}

async fn merge(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<MergeItems>,
) -> Result<Answer<MergeItems>, Failure> {
    let tx = scope.begin().await?;
    let actor = Actor::from(&*caller);
    let updated = agent::merge(&tx, &actor, input.path.0, &input.body.items, state.clock.now()).await;
    let viewer = Viewer::from_rights(Side::Staff, &caller.rights);
    let result = updated.map(|(item, order)| views::item(item, &order, viewer, None));
    finish_transaction(&state, tx, input.key, result.map_err(Failure::from)).await
}
