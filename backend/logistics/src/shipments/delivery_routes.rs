//! Routes of cargo deliveries.

use super::{ShipmentError, deliveries, routes::staff_viewer};
use axum::extract::State;
use entities::delivery;
use entities::note_flags;
use platform::{
    auth::Caller,
    http::{Answer, Api, Failure, IdempotencyKey, IfMatch, Input, PageWindow, finish_transaction},
    scope::{AgentPolicy, AgentScope, Tx},
    state::AppState,
};
use shared_types::{endpoint::Endpoint, notes::NoteKind, shipments::*};
use std::sync::Arc;
use trade::orders::history::Actor;

/// Registers the routes of cargo deliveries.
pub fn routes(api: Api) -> Api {
    api.serve::<ListDeliveries, _>(list)
        .serve::<CreateDelivery, _>(create)
        .serve::<ShowDelivery, _>(get)
        .serve::<ChangeDelivery, _>(update)
        .serve::<LoadDelivery, _>(load)
        .serve::<UnloadDelivery, _>(unload)
        .serve::<MoveDelivery, _>(apply_move)
}

/// Commits a change and responds with the updated delivery.
async fn answer<E: Endpoint<Response = Delivery>>(
    state: &AppState,
    tx: Tx<AgentPolicy>,
    caller: &Caller,
    key: Option<IdempotencyKey>,
    changed: Result<delivery::Model, ShipmentError>,
) -> Result<Answer<E>, Failure> {
    let result = match changed {
        Ok(row) => deliveries::card(&tx, row, staff_viewer(caller))
            .await
            .map_err(Failure::from),
        Err(error) => Err(error.into()),
    };
    finish_transaction(state, tx, key, result).await
}

async fn list(scope: AgentScope, input: Input<ListDeliveries>) -> Result<Answer<ListDeliveries>, Failure> {
    let window = PageWindow::from_query(input.query.limit, input.query.cursor.as_deref())?;
    let mut page = deliveries::page(&scope, &input.query, window).await?;
    let noted = note_flags::ids_with_notes(&scope, NoteKind::Delivery, page.data.iter().map(|row| row.id.0)).await?;
    for row in &mut page.data {
        row.has_note = Some(noted.contains(&row.id.0));
    }
    Ok(Answer(page))
}

async fn get(
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ShowDelivery>,
) -> Result<Answer<ShowDelivery>, Failure> {
    let row = deliveries::find(&scope, input.path.0).await?;
    Ok(Answer(deliveries::card(&scope, row, staff_viewer(&caller)).await?))
}

async fn create(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<CreateDelivery>,
) -> Result<Answer<CreateDelivery>, Failure> {
    let tx = scope.begin().await?;
    let changed = deliveries::create(&tx, &Actor::from(&*caller), &input.body, state.clock.now()).await;
    answer(&state, tx, &caller, input.key, changed).await
}

async fn update(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    IfMatch(version): IfMatch,
    input: Input<ChangeDelivery>,
) -> Result<Answer<ChangeDelivery>, Failure> {
    let tx = scope.begin().await?;
    let changed = deliveries::update(&tx, input.path.0, &input.body, version, state.clock.now()).await;
    answer(&state, tx, &caller, input.key, changed).await
}

async fn load(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<LoadDelivery>,
) -> Result<Answer<LoadDelivery>, Failure> {
    let tx = scope.begin().await?;
    let changed = deliveries::load(&tx, input.path.0, &input.body, state.clock.now()).await;
    answer(&state, tx, &caller, input.key, changed).await
}

async fn unload(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<UnloadDelivery>,
) -> Result<Answer<UnloadDelivery>, Failure> {
    let tx = scope.begin().await?;
    let changed = deliveries::unload(&tx, input.path.0, &input.body, state.clock.now()).await;
    answer(&state, tx, &caller, input.key, changed).await
}

async fn apply_move(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<MoveDelivery>,
) -> Result<Answer<MoveDelivery>, Failure> {
    let tx = scope.begin().await?;
    let (actor, now) = (Actor::from(&*caller), state.clock.now());
    let changed = deliveries::apply_move(&tx, &actor, input.path.0, input.body.step, now).await;
    answer(&state, tx, &caller, input.key, changed).await
}
