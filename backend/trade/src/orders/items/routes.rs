//! HTTP handlers for items of drafts.

use super::{add, draft_items};
use crate::orders::{history::Actor, translation, viewer::Viewer, views};
use platform::{
    auth::{Caller, Membership},
    http::{Api, ApiResult, ClientCall, IfMatch},
};
use shared_types::{
    endpoint::Nothing,
    items::{AddItem, ChangeItem, RemoveItem},
};

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

async fn add_item(call: ClientCall<AddItem>) -> ApiResult<AddItem> {
    let (actor, now) = (Actor::from(&*call.caller), call.now);
    let viewer = Viewer::from_caller(&call.caller);
    call.scope
        .run(&call.state, call.key, async |tx| {
            let added = add(tx, &actor, call.path.0, call.body, now).await?;
            if viewer.translates_more() {
                translation::added::queue_added(tx, added.order.agent_id, added.order.id, now).await?;
            }
            Ok(views::item(added.item, &added.order, viewer, None))
        })
        .await
}

async fn update_item(IfMatch(version): IfMatch, call: ClientCall<ChangeItem>) -> ApiResult<ChangeItem> {
    let (actor, now) = (Actor::from(&*call.caller), call.now);
    let name = client_name(&call.caller);
    let viewer = Viewer::from_caller(&call.caller);
    call.scope
        .run(&call.state, call.key, async |tx| {
            let (item, order) = draft_items::update(tx, &actor, name, call.path, call.body, version, now).await?;
            if viewer.translates_more() {
                translation::added::queue_added(tx, order.agent_id, order.id, now).await?;
            }
            Ok(views::item(item, &order, viewer, None))
        })
        .await
}

async fn remove_item(call: ClientCall<RemoveItem>) -> ApiResult<RemoveItem> {
    let (actor, now) = (Actor::from(&*call.caller), call.now);
    let name = client_name(&call.caller);
    call.run(async |tx| {
        draft_items::remove(tx, &actor, name, call.path, now).await?;
        Ok(Nothing {})
    })
    .await
}
