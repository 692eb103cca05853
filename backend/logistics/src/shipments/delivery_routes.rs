//! Routes of cargo deliveries.

use super::{ShipmentError, deliveries, delivery_lists, loading, views::Viewer};
use entities::delivery;
use entities::note_flags;
use platform::{
    auth::Caller,
    http::{AgentCall, Api, ApiResponse, ApiResult, Failure, IdempotencyKey, IfMatch},
    page::PageWindow,
    scope::{AgentPolicy, AgentScope, Tx},
    state::AppState,
};
use shared_types::{
    access::{Level, Object},
    endpoint::Endpoint,
    notes::NoteKind,
    shipments::*,
};
use trade::orders::history::Actor;

/// Registers the routes of cargo deliveries.
pub fn routes(api: Api) -> Api {
    api.serve::<ListDeliveries, _>(list)
        .serve::<CountDeliveries, _>(count)
        .serve::<CreateDelivery, _>(create)
        .serve::<ShowDelivery, _>(get)
        .serve::<ChangeDelivery, _>(update)
        .serve::<LoadDelivery, _>(load)
        .serve::<UnloadDelivery, _>(unload)
        .serve::<MoveDelivery, _>(apply_move)
        .serve::<ShowDeliveryLoading, _>(get_loading)
        .serve::<ScanIntoDelivery, _>(scan)
        .serve::<RemoveLoadedPlaces, _>(remove_loaded)
}

/// Runs an operation on a delivery and responds with the delivery.
async fn change<E: Endpoint<Response = Delivery>>(
    state: &AppState,
    scope: &AgentScope,
    caller: &Caller,
    key: Option<IdempotencyKey>,
    operation: impl AsyncFnOnce(&Tx<AgentPolicy>, &Actor) -> Result<delivery::Model, ShipmentError>,
) -> Result<ApiResponse<E>, Failure> {
    let actor = Actor::from(caller);
    scope
        .run(state, key, async |tx| {
            let row = operation(tx, &actor).await?;
            Ok(deliveries::card(tx, row, Viewer::from_caller(caller)).await?)
        })
        .await
}

/// Refuses a cost from a caller who may not see prices.
fn ensure_may_set_cost(caller: &Caller, change: &DeliveryChange) -> Result<(), Failure> {
    if change.cost.is_some() {
        caller.require(Object::OrderPrices, Level::View)?;
    }
    Ok(())
}

async fn list(call: AgentCall<ListDeliveries>) -> ApiResult<ListDeliveries> {
    let window = PageWindow::of_list(call.query.limit, call.query.cursor.as_deref(), call.query.updated_since)?;
    let mut page = delivery_lists::page(&call.scope, &call.query, window, Viewer::from_caller(&call.caller)).await?;
    let noted =
        note_flags::ids_with_notes(&call.scope, NoteKind::Delivery, page.data.iter().map(|row| row.id.0)).await?;
    for row in &mut page.data {
        row.has_note = Some(noted.contains(&row.id.0));
    }
    Ok(ApiResponse(page))
}

async fn count(call: AgentCall<CountDeliveries>) -> ApiResult<CountDeliveries> {
    let counts = delivery_lists::counts(&call.scope, call.query.search.as_deref()).await?;
    Ok(ApiResponse(counts))
}

async fn get(call: AgentCall<ShowDelivery>) -> ApiResult<ShowDelivery> {
    let row = deliveries::find(&call.scope, call.path.0).await?;
    Ok(ApiResponse(
        deliveries::card(&call.scope, row, Viewer::from_caller(&call.caller)).await?,
    ))
}

async fn create(call: AgentCall<CreateDelivery>) -> ApiResult<CreateDelivery> {
    ensure_may_set_cost(&call.caller, &call.body)?;
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, actor| {
        deliveries::create(tx, actor, &call.body, call.now).await
    })
    .await
}

async fn update(IfMatch(version): IfMatch, call: AgentCall<ChangeDelivery>) -> ApiResult<ChangeDelivery> {
    ensure_may_set_cost(&call.caller, &call.body)?;
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, actor| {
        deliveries::update(tx, actor, call.path.0, &call.body, version, call.now).await
    })
    .await
}

async fn load(call: AgentCall<LoadDelivery>) -> ApiResult<LoadDelivery> {
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, _| {
        deliveries::load(tx, call.path.0, &call.body, call.now).await
    })
    .await
}

async fn unload(call: AgentCall<UnloadDelivery>) -> ApiResult<UnloadDelivery> {
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, _| {
        deliveries::unload(tx, call.path.0, &call.body, call.now).await
    })
    .await
}

async fn apply_move(call: AgentCall<MoveDelivery>) -> ApiResult<MoveDelivery> {
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, actor| {
        let left_behind = loading::units_left_behind(tx, call.path.0, &call.body).await?;
        deliveries::apply_move(tx, actor, call.path.0, (call.body.step, &left_behind), call.now).await
    })
    .await
}

async fn get_loading(call: AgentCall<ShowDeliveryLoading>) -> ApiResult<ShowDeliveryLoading> {
    let row = deliveries::find(&call.scope, call.path.0).await?;
    Ok(ApiResponse(loading::view(&call.scope, row.id).await?))
}

async fn scan(call: AgentCall<ScanIntoDelivery>) -> ApiResult<ScanIntoDelivery> {
    let actor = Actor::from(&*call.caller);
    call.run(async |tx| Ok(loading::scan(tx, &actor, call.path.0, &call.body, call.now).await?))
        .await
}

async fn remove_loaded(call: AgentCall<RemoveLoadedPlaces>) -> ApiResult<RemoveLoadedPlaces> {
    call.run(async |tx| Ok(loading::remove(tx, call.path.0, &call.body).await?))
        .await
}
