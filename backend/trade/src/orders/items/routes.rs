//! HTTP handlers for items of drafts.

use super::{add, draft_items};
use crate::orders::{history::Actor, translation, viewer::Viewer, views};
use axum::extract::State;
use platform::{
    auth::{Caller, Membership},
    http::{Api, ApiResponse, Failure, IfMatch, Input},
    scope::ClientScope,
    state::AppState,
};
use shared_types::{
    endpoint::Nothing,
    items::{AddItem, ChangeItem, RemoveItem},
};
use std::sync::Arc;

/// Registers the endpoints for items of drafts.
pub fn routes(api: Api) -> Api {
    api.serve::<AddItem, _>(add_item)
        .serve::<ChangeItem, _>(update_item)
        .serve::<RemoveItem, _>(remove_item)
}

fn client_name(caller: &Caller) -> &str {
    match &caller.membership {
        Membership::Member { client_name, .. } => client_name,
        Membership::Staff { .. } => "",
    }
}

async fn add_item(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<AddItem>,
) -> Result<ApiResponse<AddItem>, Failure> {
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

async fn update_item(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    IfMatch(version): IfMatch,
    input: Input<ChangeItem>,
) -> Result<ApiResponse<ChangeItem>, Failure> {
    let (actor, now) = (Actor::from(&*caller), state.clock.now());
    let name = client_name(&caller);
    let viewer = Viewer::from_caller(&caller);
    scope
        .run(&state, input.key, async |tx| {
            let (item, order) = draft_items::update(tx, &actor, name, input.path, input.body, version, now).await?;
            if viewer.translates_more() {
                translation::added::queue_added(tx, order.agent_id, order.id, now).await?;
            }
            Ok(views::item(item, &order, viewer, None))
        })
        .await
}

async fn remove_item(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<RemoveItem>,
) -> Result<ApiResponse<RemoveItem>, Failure> {
    let (actor, now) = (Actor::from(&*caller), state.clock.now());
    let name = client_name(&caller);
    scope
        .run(&state, input.key, async |tx| {
            draft_items::remove(tx, &actor, name, input.path, now).await?;
            Ok(Nothing {})
        })
        .await
}
