//! Routes of cargo deliveries.

use super::{ShipmentError, deliveries, views::Viewer};
use axum::extract::State;
use entities::delivery;
use entities::note_flags;
use platform::{
    auth::Caller,
    http::{Api, ApiResponse, Failure, IdempotencyKey, IfMatch, Input},
    page::PageWindow,
    scope::{AgentPolicy, AgentScope, Tx},
    state::AppState,
};
use shared_types::{endpoint::Endpoint, notes::NoteKind, problem::ProblemCode, shipments::*};
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
    if change.cost.is_some() && !Viewer::from_caller(caller).prices {
        return Err(ProblemCode::PermissionDenied.into());
    }
    Ok(())
}

async fn list(
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ListDeliveries>,
) -> Result<ApiResponse<ListDeliveries>, Failure> {
    let window = PageWindow::of_list(
        input.query.limit,
        input.query.cursor.as_deref(),
        input.query.updated_since,
    )?;
    let mut page = deliveries::page(&scope, &input.query, window, Viewer::from_caller(&caller)).await?;
    let noted = note_flags::ids_with_notes(&scope, NoteKind::Delivery, page.data.iter().map(|row| row.id.0)).await?;
    for row in &mut page.data {
        row.has_note = Some(noted.contains(&row.id.0));
    }
    Ok(ApiResponse(page))
}

async fn get(
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ShowDelivery>,
) -> Result<ApiResponse<ShowDelivery>, Failure> {
    let row = deliveries::find(&scope, input.path.0).await?;
    Ok(ApiResponse(
        deliveries::card(&scope, row, Viewer::from_caller(&caller)).await?,
    ))
}

async fn create(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<CreateDelivery>,
) -> Result<ApiResponse<CreateDelivery>, Failure> {
    ensure_may_set_cost(&caller, &input.body)?;
    let now = state.clock.now();
    change(&state, &scope, &caller, input.key, async |tx, actor| {
        deliveries::create(tx, actor, &input.body, now).await
    })
    .await
}

async fn update(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    IfMatch(version): IfMatch,
    input: Input<ChangeDelivery>,
) -> Result<ApiResponse<ChangeDelivery>, Failure> {
    ensure_may_set_cost(&caller, &input.body)?;
    let now = state.clock.now();
    change(&state, &scope, &caller, input.key, async |tx, actor| {
        deliveries::update(tx, actor, input.path.0, &input.body, version, now).await
    })
    .await
}

async fn load(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<LoadDelivery>,
) -> Result<ApiResponse<LoadDelivery>, Failure> {
    let now = state.clock.now();
    change(&state, &scope, &caller, input.key, async |tx, _| {
        deliveries::load(tx, input.path.0, &input.body, now).await
    })
    .await
}

async fn unload(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<UnloadDelivery>,
) -> Result<ApiResponse<UnloadDelivery>, Failure> {
    let now = state.clock.now();
    change(&state, &scope, &caller, input.key, async |tx, _| {
        deliveries::unload(tx, input.path.0, &input.body, now).await
    })
    .await
}

async fn apply_move(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<MoveDelivery>,
) -> Result<ApiResponse<MoveDelivery>, Failure> {
    let now = state.clock.now();
    change(&state, &scope, &caller, input.key, async |tx, actor| {
        deliveries::apply_move(tx, actor, input.path.0, input.body.step, now).await
    })
    .await
}
