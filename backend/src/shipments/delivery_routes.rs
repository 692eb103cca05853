//! Addresses of cargo deliveries.

use super::{ShipmentError, deliveries, entity::delivery, routes::staff};
use crate::{
    notes,
    orders::history::Actor,
    platform::{
        auth::Caller,
        http::{Answer, Api, Failure, IfMatch, Input, Key, Window, finish},
        scope::{AgentScope, AgentWall, Tx},
        state::AppState,
    },
};
use axum::extract::State;
use shared_types::{endpoint::Endpoint, notes::NoteKind, shipments::*};
use std::sync::Arc;

/// The feature's addresses.
pub fn routes(api: Api) -> Api {
    api.serve::<ListDeliveries, _>(list)
        .serve::<CreateDelivery, _>(create)
        .serve::<ShowDelivery, _>(show)
        .serve::<ChangeDelivery, _>(change)
        .serve::<LoadDelivery, _>(load)
        .serve::<UnloadDelivery, _>(unload)
        .serve::<MoveDelivery, _>(step)
}

/// Ends a change with the card as it is now.
async fn answer<E: Endpoint<Response = Delivery>>(
    state: &AppState,
    tx: Tx<AgentWall>,
    caller: &Caller,
    key: Option<Key>,
    done: Result<delivery::Model, ShipmentError>,
) -> Result<Answer<E>, Failure> {
    let result = match done {
        Ok(row) => deliveries::card(&tx, row, staff(caller)).await.map_err(Failure::from),
        Err(error) => Err(error.into()),
    };
    finish(state, tx, key, result).await
}

async fn list(scope: AgentScope, input: Input<ListDeliveries>) -> Result<Answer<ListDeliveries>, Failure> {
    let window = Window::read(input.query.limit, input.query.cursor.as_deref())?;
    let mut page = deliveries::page(&scope, &input.query, window).await?;
    let noted = notes::noted(&scope, NoteKind::Delivery, page.data.iter().map(|row| row.id.0)).await?;
    for row in &mut page.data {
        row.has_note = Some(noted.contains(&row.id.0));
    }
    Ok(Answer(page))
}

async fn show(
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ShowDelivery>,
) -> Result<Answer<ShowDelivery>, Failure> {
    let row = deliveries::find(&scope, input.path.0).await?;
    Ok(Answer(deliveries::card(&scope, row, staff(&caller)).await?))
}

async fn create(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<CreateDelivery>,
) -> Result<Answer<CreateDelivery>, Failure> {
    let tx = scope.begin().await?;
    let done = deliveries::create(&tx, &Actor::from(&*caller), &input.body, state.clock.now()).await;
    answer(&state, tx, &caller, input.key, done).await
}

async fn change(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    IfMatch(version): IfMatch,
    input: Input<ChangeDelivery>,
) -> Result<Answer<ChangeDelivery>, Failure> {
    let tx = scope.begin().await?;
    let done = deliveries::change(&tx, input.path.0, &input.body, version, state.clock.now()).await;
    answer(&state, tx, &caller, input.key, done).await
}

async fn load(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<LoadDelivery>,
) -> Result<Answer<LoadDelivery>, Failure> {
    let tx = scope.begin().await?;
    let done = deliveries::load(&tx, input.path.0, &input.body, state.clock.now()).await;
    answer(&state, tx, &caller, input.key, done).await
}

async fn unload(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<UnloadDelivery>,
) -> Result<Answer<UnloadDelivery>, Failure> {
    let tx = scope.begin().await?;
    let done = deliveries::unload(&tx, input.path.0, &input.body, state.clock.now()).await;
    answer(&state, tx, &caller, input.key, done).await
}

async fn step(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<MoveDelivery>,
) -> Result<Answer<MoveDelivery>, Failure> {
    let tx = scope.begin().await?;
    let (actor, now) = (Actor::from(&*caller), state.clock.now());
    let done = deliveries::step(&tx, &actor, input.path.0, input.body.step, now).await;
    answer(&state, tx, &caller, input.key, done).await
}
