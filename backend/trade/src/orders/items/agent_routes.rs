//! HTTP handlers for items of submitted orders.

use super::{add, agent, board, measures, track, tracks};
use crate::orders::{OrderError, history::Actor, purchases, translation, viewer::Viewer, views};
use entities::{order, order_item};
use platform::{
    auth::Caller,
    http::{AgentCall, Api, ApiResponse, ApiResult, ClientCall, Failure, IdempotencyKey, IfMatch},
    scope::{RowPolicy, Scope, Tx},
    state::AppState,
};
use shared_types::{
    access::{Level, Object},
    endpoint::Endpoint,
    items::{
        AddAgentItem, ChangeAgentItem, CheckPurchaseTracks, Item, MergeItems, MoveItems, SetItemMeasures, SetItemTrack,
        SetPurchaseTracks, ShowPurchasingBoard, SplitItem,
    },
    page::Listing,
};

/// Registers the staff endpoints for items, and the client's endpoint for track numbers.
pub fn routes(api: Api) -> Api {
    api.serve::<SetItemTrack, _>(set_track)
        .serve::<AddAgentItem, _>(add_item)
        .serve::<ChangeAgentItem, _>(update)
        .serve::<MoveItems, _>(move_items)
        .serve::<ShowPurchasingBoard, _>(show_board)
        .serve::<CheckPurchaseTracks, _>(check_tracks)
        .serve::<SetPurchaseTracks, _>(set_tracks)
        .serve::<SetItemMeasures, _>(set_measures)
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

async fn add_item(call: AgentCall<AddAgentItem>) -> ApiResult<AddAgentItem> {
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

async fn set_track(call: ClientCall<SetItemTrack>) -> ApiResult<SetItemTrack> {
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, actor| {
        track::set_track(tx, actor, call.path, &call.body, call.now).await
    })
    .await
}

async fn update(IfMatch(version): IfMatch, call: AgentCall<ChangeAgentItem>) -> ApiResult<ChangeAgentItem> {
    let sets_prices = call.body.price.is_some() || call.body.quantity.is_some();
    if sets_prices {
        call.caller.require(Object::OrderPrices, Level::Edit)?;
    }
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, actor| {
        agent::update(tx, actor, call.path, &call.body, version, call.now).await
    })
    .await
}

async fn move_items(call: AgentCall<MoveItems>) -> ApiResult<MoveItems> {
    if call.body.purchase.is_some() {
        call.caller.require(Object::OrderPrices, Level::Edit)?;
    }
    let (actor, now) = (Actor::from(&*call.caller), call.now);
    call.run(async |tx| {
        let data = purchases::perform_move(tx, &actor, &call.body, now).await?;
        Ok(Listing { data })
    })
    .await
}

async fn show_board(call: AgentCall<ShowPurchasingBoard>) -> ApiResult<ShowPurchasingBoard> {
    let viewer = Viewer::from_caller(&call.caller);
    Ok(ApiResponse(board::show(&call.scope, &call.query, viewer).await?))
}

async fn check_tracks(call: AgentCall<CheckPurchaseTracks>) -> ApiResult<CheckPurchaseTracks> {
    let data = tracks::check(&call.scope, &call.body).await?;
    Ok(ApiResponse(Listing { data }))
}

async fn set_tracks(call: AgentCall<SetPurchaseTracks>) -> ApiResult<SetPurchaseTracks> {
    let (actor, now) = (Actor::from(&*call.caller), call.now);
    call.run(async |tx| {
        let data = tracks::set(tx, &actor, &call.body, now).await?;
        Ok(Listing { data })
    })
    .await
}

async fn set_measures(call: AgentCall<SetItemMeasures>) -> ApiResult<SetItemMeasures> {
    let (actor, now) = (Actor::from(&*call.caller), call.now);
    call.run(async |tx| {
        let data = measures::set(tx, &actor, &call.body, now).await?;
        Ok(Listing { data })
    })
    .await
}

async fn split(call: AgentCall<SplitItem>) -> ApiResult<SplitItem> {
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, actor| {
        agent::split(tx, actor, call.path, call.body.quantity, call.now).await
    })
    .await
}

async fn merge(call: AgentCall<MergeItems>) -> ApiResult<MergeItems> {
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, actor| {
        agent::merge(tx, actor, call.path.0, &call.body.items, call.now).await
    })
    .await
}
