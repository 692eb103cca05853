//! HTTP handlers for items of submitted orders.

use super::{add, agent, track};
use crate::orders::{OrderError, history::Actor, purchases, translation, viewer::Viewer, views};
use axum::extract::State;
use entities::{order, order_item};
use platform::{
    auth::Caller,
    http::{Api, ApiResponse, Failure, IdempotencyKey, IfMatch, Input},
    scope::{AgentScope, ClientScope, RowPolicy, Scope, Tx},
    state::AppState,
};
use shared_types::{
    access::{Level, Object},
    endpoint::Endpoint,
    items::{AddAgentItem, ChangeAgentItem, Item, MergeItems, MoveItems, SetItemTrack, SplitItem},
    page::Listing,
    problem::ProblemCode,
};
use std::sync::Arc;

/// Registers the staff endpoints for items, and the client's endpoint for track numbers.
pub fn routes(api: Api) -> Api {
    api.serve::<SetItemTrack, _>(set_track)
        .serve::<AddAgentItem, _>(add_item)
        .serve::<ChangeAgentItem, _>(update)
        .serve::<MoveItems, _>(move_items)
        .serve::<SplitItem, _>(split)
        .serve::<MergeItems, _>(merge)
}

/// Runs an operation on an item and responds with the item as the caller may see it.
async fn change<E: Endpoint<Response = Item>, W: RowPolicy>(
    state: &AppState,
    scope: &Scope<W>,
    caller: &Caller,
    key: Option<IdempotencyKey>,
    operation: impl AsyncFnOnce(&Tx<W>, &Actor) -> Result<(order_item::Model, order::Model), OrderError>,
) -> Result<ApiResponse<E>, Failure> {
    let actor = Actor::from(caller);
    scope
        .run(state, key, async |tx| {
            let (item, order) = operation(tx, &actor).await?;
            let viewer = Viewer::from_caller(caller);
            Ok(views::item(item, &order, viewer, None))
        })
        .await
}

async fn add_item(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<AddAgentItem>,
) -> Result<ApiResponse<AddAgentItem>, Failure> {
    let (actor, now) = (Actor::from(&*caller), state.clock.now());
    let viewer = Viewer::from_caller(&caller);
    scope
        .run(&state, input.key, async |tx| {
            let added = add(tx, &actor, input.path.0, input.body, now).await?;
            if viewer.translates_more() {
                translation::added::queue_added(tx, added.order.agent_id, added.order.id, now).await?;
            }
            Ok(views::item(added.item, &added.order, viewer, None))
        })
        .await
}

async fn set_track(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<SetItemTrack>,
) -> Result<ApiResponse<SetItemTrack>, Failure> {
    let now = state.clock.now();
    change(&state, &scope, &caller, input.key, async |tx, actor| {
        track::set_track(tx, actor, input.path, &input.body, now).await
    })
    .await
}

async fn update(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    IfMatch(version): IfMatch,
    input: Input<ChangeAgentItem>,
) -> Result<ApiResponse<ChangeAgentItem>, Failure> {
    let sets_prices = input.body.price.is_some() || input.body.quantity.is_some();
    if sets_prices && !caller.rights.allows(Object::OrderPrices, Level::Edit) {
        return Err(ProblemCode::PermissionDenied.into());
    }
    let now = state.clock.now();
    change(&state, &scope, &caller, input.key, async |tx, actor| {
        agent::update(tx, actor, input.path, &input.body, version, now).await
    })
    .await
}

async fn move_items(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<MoveItems>,
) -> Result<ApiResponse<MoveItems>, Failure> {
    if input.body.purchase.is_some() && !caller.rights.allows(Object::OrderPrices, Level::Edit) {
        return Err(ProblemCode::PermissionDenied.into());
    }
    let (actor, now) = (Actor::from(&*caller), state.clock.now());
    scope
        .run(&state, input.key, async |tx| {
            let data = purchases::perform_move(tx, &actor, &input.body, now).await?;
            Ok(Listing { data })
        })
        .await
}

async fn split(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<SplitItem>,
) -> Result<ApiResponse<SplitItem>, Failure> {
    let now = state.clock.now();
    change(&state, &scope, &caller, input.key, async |tx, actor| {
        agent::split(tx, actor, input.path, input.body.quantity, now).await
    })
    .await
}

async fn merge(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<MergeItems>,
) -> Result<ApiResponse<MergeItems>, Failure> {
    let now = state.clock.now();
    change(&state, &scope, &caller, input.key, async |tx, actor| {
        agent::merge(tx, actor, input.path.0, &input.body.items, now).await
    })
    .await
}
