//! Routes of shipments.

use super::{ShipmentError, contents, lists, photos, regroup, reweighing_views, tracks, transports, views::Viewer};
use crate::shipments::{client_actions, staff_actions};
use books::rates::{self, RatesOf};
use entities::shipment;
use infra::media::UrlSigner;
use platform::{
    auth::Caller,
    http::{AgentCall, Api, ApiResponse, ApiResult, ClientCall, Failure, IdempotencyKey, IfMatch},
    page::PageWindow,
    scope::{AgentScope, ClientScope, LedgerScope, RowPolicy, Scope, ScopedConnection, Tx},
    state::AppState,
};
use sea_orm::entity::prelude::*;
use shared_types::{
    access::{Level, Object},
    endpoint::Endpoint,
    id::ShipmentId,
    money::Currency,
    page::Listing,
    shipments::*,
};
use trade::orders::history::Actor;

/// Registers the routes of shipments.
pub fn routes(api: Api) -> Api {
    api.serve_sides::<ListShipments, _, _>(list, list_for_client)
        .serve::<CountShipments, _>(count)
        .serve::<ListPackableItems, _>(list_packable)
        .serve::<CreateShipment, _>(create)
        .serve_sides::<ShowShipment, _, _>(get, get_for_client)
        .serve_sides::<ShowShipmentDelivery, _, _>(get_delivery, get_delivery_for_client)
        .serve::<ChangeShipment, _>(update)
        .serve::<SetShipmentTracks, _>(set_tracks)
        .serve::<AddShipmentItems, _>(add_items)
        .serve::<RemoveShipmentItems, _>(remove_items)
        .serve::<SplitShipment, _>(split)
        .serve::<MergeShipments, _>(merge)
        .serve::<MoveShipment, _>(apply_move)
        .serve::<ReceiveCash, _>(receive_cash)
        .serve::<ChangeClientShipment, _>(choose_delivery)
        .serve::<PayShipment, _>(pay)
        .serve::<ChooseCashOnReceipt, _>(choose_cod)
        .serve::<AcceptShipment, _>(accept)
        .serve::<ReportShipmentProblem, _>(report_problem)
}

async fn list(call: AgentCall<ListShipments>) -> ApiResult<ListShipments> {
    let window = PageWindow::of_list(call.query.limit, call.query.cursor.as_deref(), call.query.updated_since)?;
    Ok(ApiResponse(
        lists::page_for_staff(&call.scope, &call.query, window, Viewer::from_caller(&call.caller)).await?,
    ))
}

async fn count(scope: AgentScope) -> Result<ApiResponse<CountShipments>, Failure> {
    Ok(ApiResponse(lists::counts(&scope).await?))
}

async fn list_packable(call: AgentCall<ListPackableItems>) -> ApiResult<ListPackableItems> {
    Ok(ApiResponse(
        lists::list_packable(&call.scope, &call.query, Viewer::from_caller(&call.caller)).await?,
    ))
}

/// Finds a shipment in the scope.
pub(super) async fn find(rows: &impl ScopedConnection, id: ShipmentId) -> Result<shipment::Model, ShipmentError> {
    rows.one(shipment::Entity::find_by_id(id))
        .await?
        .ok_or(ShipmentError::NotFound)
}

/// The view of a shipment with its weighings and photos. With a ledger scope it includes the client's balances if it can be paid.
async fn view(
    state: &AppState,
    rows: &impl ScopedConnection,
    ledger: Option<&LedgerScope>,
    row: shipment::Model,
    viewer: Viewer,
) -> Result<Shipment, ShipmentError> {
    let signer = UrlSigner::new(state);
    let is_reweighed = row.reweighed_at.is_some();
    let card = contents::card(rows, ledger, row, viewer).await?;
    let mut card = photos::with_photos(rows, card, viewer.side, &signer).await?;
    if is_reweighed {
        reweighing_views::add_to(rows, &mut card, viewer, &signer).await?;
    }
    Ok(card)
}

/// The view of a shipment for staff.
async fn staff_view(
    state: &AppState,
    scope: &AgentScope,
    caller: &Caller,
    id: ShipmentId,
) -> Result<Shipment, Failure> {
    let row = find(scope, id).await?;
    Ok(view(state, scope, None, row, Viewer::from_caller(caller)).await?)
}

async fn get(call: AgentCall<ShowShipment>) -> ApiResult<ShowShipment> {
    Ok(ApiResponse(
        staff_view(&call.state, &call.scope, &call.caller, call.path.0).await?,
    ))
}

async fn get_delivery(call: AgentCall<ShowShipmentDelivery>) -> ApiResult<ShowShipmentDelivery> {
    Ok(ApiResponse(
        staff_view(&call.state, &call.scope, &call.caller, call.path.0).await?,
    ))
}

/// The view of a shipment after a change. It has no balances, because the client loads the shipment again to pay.
async fn updated_view(
    state: &AppState,
    rows: &impl ScopedConnection,
    row: shipment::Model,
    viewer: Viewer,
) -> Result<Shipment, Failure> {
    Ok(view(state, rows, None, row, viewer).await?)
}

/// Runs an operation on a shipment and responds with the shipment.
pub(super) async fn change<E: Endpoint<Response = Shipment>, W: RowPolicy>(
    state: &AppState,
    scope: &Scope<W>,
    caller: &Caller,
    key: Option<IdempotencyKey>,
    operation: impl AsyncFnOnce(&Tx<W>, &Actor) -> Result<shipment::Model, ShipmentError>,
) -> Result<ApiResponse<E>, Failure> {
    let actor = Actor::from(caller);
    scope
        .run(state, key, async |tx| {
            let row = operation(tx, &actor).await?;
            updated_view(state, tx, row, Viewer::from_caller(caller)).await
        })
        .await
}

async fn create(call: AgentCall<CreateShipment>) -> ApiResult<CreateShipment> {
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, actor| {
        contents::create(tx, actor, &call.body, call.now).await
    })
    .await
}

async fn update(IfMatch(version): IfMatch, call: AgentCall<ChangeShipment>) -> ApiResult<ChangeShipment> {
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, actor| {
        staff_actions::update(tx, actor, call.path.0, &call.body, version, call.now).await
    })
    .await
}

async fn set_tracks(call: AgentCall<SetShipmentTracks>) -> ApiResult<SetShipmentTracks> {
    let actor = Actor::from(&*call.caller);
    call.run(async |tx| {
        let data = tracks::set(tx, &actor, &call.body, call.now).await?;
        Ok(Listing { data })
    })
    .await
}

async fn add_items(call: AgentCall<AddShipmentItems>) -> ApiResult<AddShipmentItems> {
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, actor| {
        contents::add(tx, actor, call.path.0, &call.body.items, call.now).await
    })
    .await
}

async fn remove_items(call: AgentCall<RemoveShipmentItems>) -> ApiResult<RemoveShipmentItems> {
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, _| {
        contents::remove(tx, call.path.0, &call.body.items, call.now).await
    })
    .await
}

async fn split(call: AgentCall<SplitShipment>) -> ApiResult<SplitShipment> {
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, actor| {
        regroup::split(tx, actor, call.path.0, &call.body.items, call.now).await
    })
    .await
}

async fn merge(call: AgentCall<MergeShipments>) -> ApiResult<MergeShipments> {
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, actor| {
        regroup::merge(tx, actor, call.path.0, call.body.from, call.now).await
    })
    .await
}

async fn apply_move(IfMatch(version): IfMatch, call: AgentCall<MoveShipment>) -> ApiResult<MoveShipment> {
    let prices = matches!(call.body.step, ShipmentMove::Quote | ShipmentMove::Requote);
    if prices {
        call.caller.require(Object::OrderPrices, Level::Edit)?;
    }
    let rates_of = RatesOf::Shipment(call.path.0);
    let rate = rates::current(&call.scope, &call.state.system(), rates_of, Currency::Cny, call.now).await?;
    let rate = rate.map(|(rate, _)| rate);
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, actor| {
        contents::ensure_version(tx, call.path.0, version).await?;
        staff_actions::apply_move(tx, actor, call.path.0, &call.body, rate, call.now).await
    })
    .await
}

async fn receive_cash(call: AgentCall<ReceiveCash>) -> ApiResult<ReceiveCash> {
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, actor| {
        staff_actions::receive_cash(tx, actor, call.path.0, call.body, call.now).await
    })
    .await
}

async fn list_for_client(call: ClientCall<ListShipments>) -> ApiResult<ListShipments> {
    let window = PageWindow::of_list(call.query.limit, call.query.cursor.as_deref(), call.query.updated_since)?;
    Ok(ApiResponse(
        lists::page(&call.scope, &call.query, window, Viewer::from_caller(&call.caller)).await?,
    ))
}

/// Finds a shipment for its client. One that is being formed is not found.
pub(super) async fn find_packed(scope: &ClientScope, id: ShipmentId) -> Result<shipment::Model, ShipmentError> {
    let row = find(scope, id).await?;
    if row.status == ShipmentStatus::Forming {
        return Err(ShipmentError::NotFound);
    }
    Ok(row)
}

/// The view of a shipment for its client.
async fn client_view(
    state: &AppState,
    scope: &ClientScope,
    caller: &Caller,
    id: ShipmentId,
) -> Result<Shipment, Failure> {
    let row = find_packed(scope, id).await?;
    let mut card = view(state, scope, Some(&scope.ledger()), row, Viewer::from_caller(caller)).await?;
    transports::add_to(scope, std::slice::from_mut(&mut card.summary)).await?;
    Ok(card)
}

async fn get_for_client(call: ClientCall<ShowShipment>) -> ApiResult<ShowShipment> {
    Ok(ApiResponse(
        client_view(&call.state, &call.scope, &call.caller, call.path.0).await?,
    ))
}

async fn get_delivery_for_client(call: ClientCall<ShowShipmentDelivery>) -> ApiResult<ShowShipmentDelivery> {
    Ok(ApiResponse(
        client_view(&call.state, &call.scope, &call.caller, call.path.0).await?,
    ))
}

async fn choose_delivery(
    IfMatch(version): IfMatch,
    call: ClientCall<ChangeClientShipment>,
) -> ApiResult<ChangeClientShipment> {
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, actor| {
        client_actions::choose_delivery(tx, actor, call.path.0, call.body, version, call.now).await
    })
    .await
}

async fn pay(call: ClientCall<PayShipment>) -> ApiResult<PayShipment> {
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, actor| {
        client_actions::pay(tx, actor, call.path.0, call.body, call.now).await
    })
    .await
}

async fn choose_cod(call: ClientCall<ChooseCashOnReceipt>) -> ApiResult<ChooseCashOnReceipt> {
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, actor| {
        client_actions::choose_cod(tx, actor, call.path.0, call.body, call.now).await
    })
    .await
}

async fn accept(IfMatch(version): IfMatch, call: ClientCall<AcceptShipment>) -> ApiResult<AcceptShipment> {
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, actor| {
        contents::ensure_version(tx, call.path.0, version).await?;
        client_actions::accept(tx, actor, call.path.0, call.now).await
    })
    .await
}

async fn report_problem(call: ClientCall<ReportShipmentProblem>) -> ApiResult<ReportShipmentProblem> {
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, actor| {
        client_actions::report_problem(tx, actor, call.path.0, &call.body, call.now).await
    })
    .await
}
