//! Routes of shipments.

use super::{ShipmentError, contents, lists, photos, regroup, transports, views::Viewer};
use crate::shipments::{client_actions, staff_actions};
use axum::extract::State;
use books::rates::{self, RatesOf};
use entities::shipment;
use infra::media::UrlSigner;
use platform::{
    auth::Caller,
    http::{Api, ApiResponse, Failure, IdempotencyKey, IfMatch, Input},
    page::PageWindow,
    scope::{AgentScope, ClientScope, RowPolicy, Scope, ScopedConnection, Tx},
    state::AppState,
};
use sea_orm::entity::prelude::*;
use shared_types::{
    access::{Level, Object},
    endpoint::Endpoint,
    id::ShipmentId,
    money::Currency,
    orders::Side,
    page::Listing,
    problem::ProblemCode,
    shipments::*,
};
use std::sync::Arc;
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

async fn list(
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ListShipments>,
) -> Result<ApiResponse<ListShipments>, Failure> {
    let window = PageWindow::of_list(
        input.query.limit,
        input.query.cursor.as_deref(),
        input.query.updated_since,
    )?;
    Ok(ApiResponse(
        lists::page_for_staff(&scope, &input.query, window, Viewer::from_caller(&caller)).await?,
    ))
}

async fn count(scope: AgentScope) -> Result<ApiResponse<CountShipments>, Failure> {
    Ok(ApiResponse(lists::counts(&scope).await?))
}

async fn list_packable(
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ListPackableItems>,
) -> Result<ApiResponse<ListPackableItems>, Failure> {
    Ok(ApiResponse(Listing {
        data: lists::list_packable(&scope, input.query.client_id, Viewer::from_caller(&caller)).await?,
    }))
}

/// Finds a shipment in the scope.
pub(super) async fn find(rows: &impl ScopedConnection, id: ShipmentId) -> Result<shipment::Model, ShipmentError> {
    rows.one(shipment::Entity::find_by_id(id))
        .await?
        .ok_or(ShipmentError::NotFound)
}

/// The view of a shipment for staff.
async fn staff_view(
    state: &AppState,
    scope: &AgentScope,
    caller: &Caller,
    id: ShipmentId,
) -> Result<Shipment, Failure> {
    let row = find(scope, id).await?;
    let card = contents::card(scope, None, row, Viewer::from_caller(caller)).await?;
    Ok(photos::with_photos(scope, card, Side::Staff, &UrlSigner::new(state)).await?)
}

async fn get(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ShowShipment>,
) -> Result<ApiResponse<ShowShipment>, Failure> {
    Ok(ApiResponse(staff_view(&state, &scope, &caller, input.path.0).await?))
}

async fn get_delivery(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ShowShipmentDelivery>,
) -> Result<ApiResponse<ShowShipmentDelivery>, Failure> {
    Ok(ApiResponse(staff_view(&state, &scope, &caller, input.path.0).await?))
}

/// The view of a shipment after a change. It has no balances, because the client loads the shipment again to pay.
async fn updated_view(
    state: &AppState,
    rows: &impl ScopedConnection,
    row: shipment::Model,
    viewer: Viewer,
) -> Result<Shipment, Failure> {
    let card = contents::card(rows, None, row, viewer).await?;
    Ok(photos::with_photos(rows, card, viewer.side, &UrlSigner::new(state)).await?)
}

/// Runs an operation on a shipment and responds with the shipment.
async fn change<E: Endpoint<Response = Shipment>, W: RowPolicy>(
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

async fn create(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<CreateShipment>,
) -> Result<ApiResponse<CreateShipment>, Failure> {
    let now = state.clock.now();
    change(&state, &scope, &caller, input.key, async |tx, actor| {
        contents::create(tx, actor, &input.body, now).await
    })
    .await
}

async fn update(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    IfMatch(version): IfMatch,
    input: Input<ChangeShipment>,
) -> Result<ApiResponse<ChangeShipment>, Failure> {
    let now = state.clock.now();
    change(&state, &scope, &caller, input.key, async |tx, actor| {
        staff_actions::update(tx, actor, input.path.0, &input.body, version, now).await
    })
    .await
}

async fn add_items(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<AddShipmentItems>,
) -> Result<ApiResponse<AddShipmentItems>, Failure> {
    let now = state.clock.now();
    change(&state, &scope, &caller, input.key, async |tx, actor| {
        contents::add(tx, actor, input.path.0, &input.body.items, now).await
    })
    .await
}

async fn remove_items(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<RemoveShipmentItems>,
) -> Result<ApiResponse<RemoveShipmentItems>, Failure> {
    let now = state.clock.now();
    change(&state, &scope, &caller, input.key, async |tx, _| {
        contents::remove(tx, input.path.0, &input.body.items, now).await
    })
    .await
}

async fn split(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<SplitShipment>,
) -> Result<ApiResponse<SplitShipment>, Failure> {
    let now = state.clock.now();
    change(&state, &scope, &caller, input.key, async |tx, actor| {
        regroup::split(tx, actor, input.path.0, &input.body.items, now).await
    })
    .await
}

async fn merge(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<MergeShipments>,
) -> Result<ApiResponse<MergeShipments>, Failure> {
    let now = state.clock.now();
    change(&state, &scope, &caller, input.key, async |tx, actor| {
        regroup::merge(tx, actor, input.path.0, input.body.from, now).await
    })
    .await
}

async fn apply_move(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    IfMatch(version): IfMatch,
    input: Input<MoveShipment>,
) -> Result<ApiResponse<MoveShipment>, Failure> {
    let prices = matches!(input.body.step, ShipmentMove::Quote | ShipmentMove::Requote);
    if prices && !caller.rights.allows(Object::OrderPrices, Level::Edit) {
        return Err(ProblemCode::PermissionDenied.into());
    }
    let now = state.clock.now();
    let rates_of = RatesOf::Shipment(input.path.0);
    let rate = rates::current(&scope, &state.system(), rates_of, Currency::Cny, now).await?;
    let rate = rate.map(|(rate, _)| rate);
    change(&state, &scope, &caller, input.key, async |tx, actor| {
        contents::ensure_version(tx, input.path.0, version).await?;
        staff_actions::apply_move(tx, actor, input.path.0, &input.body, rate, now).await
    })
    .await
}

async fn receive_cash(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ReceiveCash>,
) -> Result<ApiResponse<ReceiveCash>, Failure> {
    let now = state.clock.now();
    change(&state, &scope, &caller, input.key, async |tx, actor| {
        staff_actions::receive_cash(tx, actor, input.path.0, input.body, now).await
    })
    .await
}

async fn list_for_client(
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<ListShipments>,
) -> Result<ApiResponse<ListShipments>, Failure> {
    let window = PageWindow::of_list(
        input.query.limit,
        input.query.cursor.as_deref(),
        input.query.updated_since,
    )?;
    Ok(ApiResponse(
        lists::page_for_client(&scope, &input.query, window, Viewer::from_caller(&caller)).await?,
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
    let mut card = contents::card(scope, Some(&scope.ledger()), row, Viewer::from_caller(caller)).await?;
    transports::add_to(scope, std::slice::from_mut(&mut card.summary)).await?;
    Ok(photos::with_photos(scope, card, Side::Client, &UrlSigner::new(state)).await?)
}

async fn get_for_client(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<ShowShipment>,
) -> Result<ApiResponse<ShowShipment>, Failure> {
    Ok(ApiResponse(client_view(&state, &scope, &caller, input.path.0).await?))
}

async fn get_delivery_for_client(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<ShowShipmentDelivery>,
) -> Result<ApiResponse<ShowShipmentDelivery>, Failure> {
    Ok(ApiResponse(client_view(&state, &scope, &caller, input.path.0).await?))
}

async fn choose_delivery(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    IfMatch(version): IfMatch,
    input: Input<ChangeClientShipment>,
) -> Result<ApiResponse<ChangeClientShipment>, Failure> {
    let now = state.clock.now();
    change(&state, &scope, &caller, input.key, async |tx, actor| {
        client_actions::choose_delivery(tx, actor, input.path.0, input.body, version, now).await
    })
    .await
}

async fn pay(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<PayShipment>,
) -> Result<ApiResponse<PayShipment>, Failure> {
    let now = state.clock.now();
    change(&state, &scope, &caller, input.key, async |tx, actor| {
        client_actions::pay(tx, actor, input.path.0, input.body, now).await
    })
    .await
}

async fn choose_cod(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<ChooseCashOnReceipt>,
) -> Result<ApiResponse<ChooseCashOnReceipt>, Failure> {
    let now = state.clock.now();
    change(&state, &scope, &caller, input.key, async |tx, actor| {
        client_actions::choose_cod(tx, actor, input.path.0, input.body, now).await
    })
    .await
}

async fn accept(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    IfMatch(version): IfMatch,
    input: Input<AcceptShipment>,
) -> Result<ApiResponse<AcceptShipment>, Failure> {
    let now = state.clock.now();
    change(&state, &scope, &caller, input.key, async |tx, actor| {
        contents::ensure_version(tx, input.path.0, version).await?;
        client_actions::accept(tx, actor, input.path.0, now).await
    })
    .await
}

async fn report_problem(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<ReportShipmentProblem>,
) -> Result<ApiResponse<ReportShipmentProblem>, Failure> {
    let now = state.clock.now();
    change(&state, &scope, &caller, input.key, async |tx, actor| {
        client_actions::report_problem(tx, actor, input.path.0, &input.body, now).await
    })
    .await
}
