//! Addresses of shipments.

use super::{
    ShipmentError, client_moves, contents, delivery,
    entity::shipment,
    lists, photos, regroup, staff_moves,
    views::{self, Viewer},
};
use crate::{
    media::Signer,
    notes,
    orders::history::Actor,
    platform::{
        auth::Caller,
        http::{Answer, Api, Failure, IfMatch, Input, Key, Window, finish},
        scope::{AgentScope, AgentWall, ClientScope, ClientWall, Rows, Tx},
        state::AppState,
    },
    rates,
};
use axum::extract::State;
use sea_orm::entity::prelude::*;
use shared_types::{
    access::{Level, Object},
    endpoint::Endpoint,
    id::ShipmentId,
    money::Currency,
    notes::NoteKind,
    orders::Side,
    page::Listing,
    problem::ProblemCode,
    shipments::*,
};
use std::sync::Arc;

/// The feature's addresses.
pub fn routes(api: Api) -> Api {
    api.serve::<ListShipments, _>(list)
        .serve::<CountShipments, _>(count)
        .serve::<ListPackable, _>(packable)
        .serve::<CreateShipment, _>(create)
        .serve::<ShowShipment, _>(show)
        .serve::<ShowShipmentDelivery, _>(show_delivery_page)
        .serve::<ChangeShipment, _>(change)
        .serve::<ProposeCost, _>(propose)
        .serve::<AddShipmentItems, _>(add)
        .serve::<RemoveShipmentItems, _>(remove)
        .serve::<SplitShipment, _>(split)
        .serve::<MergeShipments, _>(merge)
        .serve::<MoveShipment, _>(step)
        .serve::<ListClientShipments, _>(list_own)
        .serve::<ShowClientShipment, _>(show_own)
        .serve::<ShowClientShipmentDelivery, _>(show_own_delivery_page)
        .serve::<ChangeClientShipment, _>(choose)
        .serve::<PayShipment, _>(pay)
        .serve::<ChooseCod, _>(choose_cod)
        .serve::<AcceptShipment, _>(accept)
        .serve::<ReportShipment, _>(report)
}

pub(super) fn staff(caller: &Caller) -> Viewer {
    Viewer::of(Side::Staff, &caller.rights)
}

fn member(caller: &Caller) -> Viewer {
    Viewer::of(Side::Client, &caller.rights)
}

async fn list(
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ListShipments>,
) -> Result<Answer<ListShipments>, Failure> {
    let window = Window::read(input.query.limit, input.query.cursor.as_deref())?;
    let mut page = lists::page(&scope, &input.query, window, staff(&caller)).await?;
    let noted = notes::noted(&scope, NoteKind::Shipment, page.data.iter().map(|row| row.id.0)).await?;
    for row in &mut page.data {
        row.has_note = Some(noted.contains(&row.id.0));
    }
    Ok(Answer(page))
}

async fn count(scope: AgentScope) -> Result<Answer<CountShipments>, Failure> {
    Ok(Answer(lists::counts(&scope).await?))
}

async fn packable(
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ListPackable>,
) -> Result<Answer<ListPackable>, Failure> {
    Ok(Answer(Listing {
        data: lists::packable(&scope, input.query.client_id, staff(&caller)).await?,
    }))
}

async fn find(rows: &impl Rows, id: ShipmentId) -> Result<shipment::Model, ShipmentError> {
    rows.one(shipment::Entity::find_by_id(id.0))
        .await?
        .ok_or(ShipmentError::NotFound)
}

async fn staff_page(
    state: &AppState,
    scope: &AgentScope,
    caller: &Caller,
    id: ShipmentId,
) -> Result<Shipment, Failure> {
    let row = find(scope, id).await?;
    let card = contents::card(scope, None, row, staff(caller)).await?;
    Ok(photos::shown(scope, card, Side::Staff, &Signer::new(state)).await?)
}

async fn show(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ShowShipment>,
) -> Result<Answer<ShowShipment>, Failure> {
    Ok(Answer(staff_page(&state, &scope, &caller, input.path.0).await?))
}

async fn show_delivery_page(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ShowShipmentDelivery>,
) -> Result<Answer<ShowShipmentDelivery>, Failure> {
    Ok(Answer(staff_page(&state, &scope, &caller, input.path.0).await?))
}

/// The card after a change, without the balances: those are asked for by whoever looks at it next.
async fn card_of(
    state: &AppState,
    rows: &impl Rows,
    row: shipment::Model,
    viewer: Viewer,
) -> Result<Shipment, Failure> {
    let card = contents::card(rows, None, row, viewer).await?;
    Ok(photos::shown(rows, card, viewer.side, &Signer::new(state)).await?)
}

/// Ends a change by staff with the card as it is now.
async fn answer<E: Endpoint<Response = Shipment>>(
    state: &AppState,
    tx: Tx<AgentWall>,
    caller: &Caller,
    key: Option<Key>,
    done: Result<shipment::Model, ShipmentError>,
) -> Result<Answer<E>, Failure> {
    let result = match done {
        Ok(row) => card_of(state, &tx, row, staff(caller)).await,
        Err(error) => Err(error.into()),
    };
    finish(state, tx, key, result).await
}

async fn create(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<CreateShipment>,
) -> Result<Answer<CreateShipment>, Failure> {
    let tx = scope.begin().await?;
    let done = contents::create(&tx, &Actor::from(&*caller), &input.body, state.clock.now()).await;
    answer(&state, tx, &caller, input.key, done).await
}

async fn change(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    IfMatch(version): IfMatch,
    input: Input<ChangeShipment>,
) -> Result<Answer<ChangeShipment>, Failure> {
    let tx = scope.begin().await?;
    let done = staff_moves::change(&tx, input.path.0, &input.body, version, state.clock.now()).await;
    answer(&state, tx, &caller, input.key, done).await
}

async fn propose(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Input<ProposeCost>,
) -> Result<Answer<ProposeCost>, Failure> {
    let row = find(&scope, input.path.0).await?;
    let rates = rates::today(&scope, &state.system(), state.clock.now()).await?;
    Ok(Answer(delivery::propose(&scope, &row, &rates).await?))
}

async fn add(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<AddShipmentItems>,
) -> Result<Answer<AddShipmentItems>, Failure> {
    let tx = scope.begin().await?;
    let done = contents::add(&tx, input.path.0, &input.body.items, state.clock.now()).await;
    answer(&state, tx, &caller, input.key, done).await
}

async fn remove(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<RemoveShipmentItems>,
) -> Result<Answer<RemoveShipmentItems>, Failure> {
    let tx = scope.begin().await?;
    let done = contents::remove(&tx, input.path.0, &input.body.items, state.clock.now()).await;
    answer(&state, tx, &caller, input.key, done).await
}

async fn split(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<SplitShipment>,
) -> Result<Answer<SplitShipment>, Failure> {
    let tx = scope.begin().await?;
    let (actor, now) = (Actor::from(&*caller), state.clock.now());
    let done = regroup::split(&tx, &actor, input.path.0, &input.body.items, now).await;
    answer(&state, tx, &caller, input.key, done).await
}

async fn merge(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<MergeShipments>,
) -> Result<Answer<MergeShipments>, Failure> {
    let tx = scope.begin().await?;
    let (actor, now) = (Actor::from(&*caller), state.clock.now());
    let done = regroup::merge(&tx, &actor, input.path.0, input.body.from, now).await;
    answer(&state, tx, &caller, input.key, done).await
}

async fn step(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<MoveShipment>,
) -> Result<Answer<MoveShipment>, Failure> {
    let prices = matches!(input.body.step, ShipmentMove::Quote | ShipmentMove::Requote);
    if prices && !caller.rights.allow(Object::OrderPrices, Level::Edit) {
        return Err(ProblemCode::PermissionDenied.into());
    }
    let now = state.clock.now();
    let rate = rates::current(&scope, &state.system(), Currency::Cny, now).await?;
    let tx = scope.begin().await?;
    let actor = Actor::from(&*caller);
    let rate = rate.map(|(rate, _)| rate);
    let done = staff_moves::step(&tx, &actor, input.path.0, &input.body, rate, now).await;
    answer(&state, tx, &caller, input.key, done).await
}

async fn list_own(
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<ListClientShipments>,
) -> Result<Answer<ListClientShipments>, Failure> {
    let window = Window::read(input.query.limit, input.query.cursor.as_deref())?;
    Ok(Answer(
        lists::page(&scope, &input.query, window, member(&caller)).await?,
    ))
}

/// A client sees a shipment once it is packed.
async fn own_page(state: &AppState, scope: &ClientScope, caller: &Caller, id: ShipmentId) -> Result<Shipment, Failure> {
    let row = find(scope, id).await?;
    if views::status(&row.status) == ShipmentStatus::Forming {
        return Err(ProblemCode::NotFound.into());
    }
    let card = contents::card(scope, Some(&scope.books()), row, member(caller)).await?;
    Ok(photos::shown(scope, card, Side::Client, &Signer::new(state)).await?)
}

async fn show_own(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<ShowClientShipment>,
) -> Result<Answer<ShowClientShipment>, Failure> {
    Ok(Answer(own_page(&state, &scope, &caller, input.path.0).await?))
}

async fn show_own_delivery_page(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<ShowClientShipmentDelivery>,
) -> Result<Answer<ShowClientShipmentDelivery>, Failure> {
    Ok(Answer(own_page(&state, &scope, &caller, input.path.0).await?))
}

/// Ends a change by the client with the card as it is now.
async fn answer_own<E: Endpoint<Response = Shipment>>(
    state: &AppState,
    tx: Tx<ClientWall>,
    caller: &Caller,
    key: Option<Key>,
    done: Result<shipment::Model, ShipmentError>,
) -> Result<Answer<E>, Failure> {
    let result = match done {
        Ok(row) => card_of(state, &tx, row, member(caller)).await,
        Err(error) => Err(error.into()),
    };
    finish(state, tx, key, result).await
}

async fn choose(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    IfMatch(version): IfMatch,
    input: Input<ChangeClientShipment>,
) -> Result<Answer<ChangeClientShipment>, Failure> {
    let tx = scope.begin().await?;
    let done = client_moves::choose(&tx, input.path.0, input.body, version, state.clock.now()).await;
    answer_own(&state, tx, &caller, input.key, done).await
}

async fn pay(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<PayShipment>,
) -> Result<Answer<PayShipment>, Failure> {
    let tx = scope.begin().await?;
    let (actor, now) = (Actor::from(&*caller), state.clock.now());
    let done = client_moves::pay(&tx, &actor, input.path.0, input.body, now).await;
    answer_own(&state, tx, &caller, input.key, done).await
}

async fn choose_cod(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<ChooseCod>,
) -> Result<Answer<ChooseCod>, Failure> {
    let tx = scope.begin().await?;
    let (actor, now) = (Actor::from(&*caller), state.clock.now());
    let done = client_moves::choose_cod(&tx, &actor, input.path.0, input.body, now).await;
    answer_own(&state, tx, &caller, input.key, done).await
}

async fn accept(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<AcceptShipment>,
) -> Result<Answer<AcceptShipment>, Failure> {
    let tx = scope.begin().await?;
    let done = client_moves::accept(&tx, &Actor::from(&*caller), input.path.0, state.clock.now()).await;
    answer_own(&state, tx, &caller, input.key, done).await
}

async fn report(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<ReportShipment>,
) -> Result<Answer<ReportShipment>, Failure> {
    let tx = scope.begin().await?;
    let (actor, now) = (Actor::from(&*caller), state.clock.now());
    let done = client_moves::report(&tx, &actor, input.path.0, &input.body, now).await;
    answer_own(&state, tx, &caller, input.key, done).await
}
