//! Addresses of lines.

use super::{add, change};
use crate::{
    orders::{
        history::Actor,
        views::{self, Viewer},
    },
    platform::{
        auth::{Caller, Membership},
        http::{Answer, Api, Failure, IfMatch, Input, finish},
        scope::ClientScope,
        state::AppState,
    },
};
use axum::extract::State;
use shared_types::{
    endpoint::Nothing,
    items::{AddItem, ChangeItem, RemoveItem},
    orders::Side,
};
use std::sync::Arc;

/// The feature's addresses.
pub fn routes(api: Api) -> Api {
    api.serve::<AddItem, _>(add_line)
        .serve::<ChangeItem, _>(change_line)
        .serve::<RemoveItem, _>(remove_line)
}

fn client_name(caller: &Caller) -> &str {
    match &caller.membership {
        Membership::Member { client_name, .. } => client_name,
        Membership::Staff { .. } => "",
    }
}

async fn add_line(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<AddItem>,
) -> Result<Answer<AddItem>, Failure> {
    let tx = scope.begin().await?;
    let added = add(&tx, &Actor::from(&*caller), input.path.0, input.body, state.clock.now()).await;
    let viewer = Viewer::of(Side::Client, &caller.rights);
    finish(
        &state,
        tx,
        input.key,
        added
            .map(|added| views::item(added.item, &added.order, viewer, None))
            .map_err(Failure::from),
    )
    .await
}

async fn change_line(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    IfMatch(version): IfMatch,
    input: Input<ChangeItem>,
) -> Result<Answer<ChangeItem>, Failure> {
    let tx = scope.begin().await?;
    let (item, order) = change::change(
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
        Viewer::of(Side::Client, &caller.rights),
        None,
    )))
}

async fn remove_line(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<RemoveItem>,
) -> Result<Answer<RemoveItem>, Failure> {
    let tx = scope.begin().await?;
    change::remove(
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
