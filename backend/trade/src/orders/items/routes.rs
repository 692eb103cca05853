//! HTTP handlers for items of drafts.

use super::add;
use crate::orders::items::draft_items;
use crate::orders::{
    history::Actor,
    views::{self, Viewer},
};
use axum::extract::State;
use platform::{
    auth::{Caller, Membership},
    http::{Answer, Api, Failure, IfMatch, Input, finish_transaction},
    scope::ClientScope,
    state::AppState,
};
use shared_types::{
    endpoint::Nothing,
    items::{AddItem, ChangeItem, RemoveItem},
    orders::Side,
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
) -> Result<Answer<AddItem>, Failure> {
    let tx = scope.begin().await?;
    let added = add(&tx, &Actor::from(&*caller), input.path.0, input.body, state.clock.now()).await;
    let viewer = Viewer::from_rights(Side::Client, &caller.rights);
    finish_transaction(
        &state,
        tx,
        input.key,
        added
            .map(|added| views::item(added.item, &added.order, viewer, None))
            .map_err(Failure::from),
    )
    .await
}

async fn update_item(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    IfMatch(version): IfMatch,
    input: Input<ChangeItem>,
) -> Result<Answer<ChangeItem>, Failure> {
    let tx = scope.begin().await?;
    let (item, order) = draft_items::update(
        &tx,
        &Actor::from(&*caller),
        client_name(&caller),
        input.path,
        input.body,
        version,
        state.clock.now(),
    )
    .await?;
    tx.commit().await?;
    Ok(Answer(views::item(
        item,
        &order,
        Viewer::from_rights(Side::Client, &caller.rights),
        None,
    )))
}

async fn remove_item(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<RemoveItem>,
) -> Result<Answer<RemoveItem>, Failure> {
    let tx = scope.begin().await?;
    draft_items::remove(
        &tx,
        &Actor::from(&*caller),
        client_name(&caller),
        input.path,
        state.clock.now(),
    )
    .await?;
    tx.commit().await?;
    Ok(Answer(Nothing {}))
}
