//! Addresses of an order's life after the submit.

use super::{
    OrderError,
    calculation::{self, Today},
    card,
    entity::order,
    history::{self, Actor, Event},
    money, moves, pricing,
    routes::staff_viewer,
    views::NoteFlags,
};
use crate::{
    identity::entity::staff,
    notes,
    platform::{
        auth::Caller,
        http::{Answer, Api, Failure, Input, finish},
        scope::{AgentScope, AgentWall, ClientScope, Rows, Tx},
        state::AppState,
    },
    rates,
};
use axum::extract::State;
use chrono::{DateTime, Utc};
use sea_orm::{
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    access::{Level, Object},
    endpoint::Endpoint,
    fields::{FieldErrors, Rule},
    id::{OrderId, StaffId},
    orders::*,
    problem::ProblemCode,
};
use std::sync::Arc;

/// The feature's addresses of the staff, and the client's payment.
pub fn routes(api: Api) -> Api {
    api.serve::<ShowClientMoney, _>(client_money)
        .serve::<PayOrder, _>(pay)
        .serve::<ShowAgentMoney, _>(agent_money)
        .serve::<ChangeAgentOrder, _>(assign)
        .serve::<OpenPricing, _>(open_pricing)
        .serve::<ChangeGroup, _>(change_group)
        .serve::<QuoteOrder, _>(quote)
        .serve::<ReopenOrder, _>(reopen)
        .serve::<StartPurchase, _>(start_purchase)
        .serve::<ExpectOrder, _>(expect)
        .serve::<CancelAgentOrder, _>(cancel)
        .serve::<RefundOrder, _>(refund)
}

/// Estimates are made by the rates of today.
fn today(state: &AppState) -> Today {
    Today {
        system: state.system(),
        now: state.clock.now(),
    }
}

async fn client_money(
    State(state): State<AppState>,
    scope: ClientScope,
    input: Input<ShowClientMoney>,
) -> Result<Answer<ShowClientMoney>, Failure> {
    let order = card::find(&scope, input.path.0).await?;
    let money = calculation::money(&scope, &scope.books(), order, &today(&state), |_| true).await?;
    Ok(Answer(money))
}

async fn agent_money(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Input<ShowAgentMoney>,
) -> Result<Answer<ShowAgentMoney>, Failure> {
    let handed_in = |status| status != OrderStatus::Draft;
    let order = card::find(&scope, input.path.0).await?;
    let money = calculation::money(&scope, &scope.books(), order, &today(&state), handed_in).await?;
    Ok(Answer(money))
}

async fn pay(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<PayOrder>,
) -> Result<Answer<PayOrder>, Failure> {
    let tx = scope.begin().await?;
    let now = state.clock.now();
    let paid = money::pay(&tx, &Actor::from(&*caller), input.path.0, input.body, now).await;
    let result = match paid {
        Ok(order) => super::routes::client_card(&tx, order, &caller).await,
        Err(error) => Err(error.into()),
    };
    finish(&state, tx, input.key, result).await
}

/// The card as staff see it, read in the transaction that changed it.
async fn staff_card(tx: &Tx<AgentWall>, id: OrderId, caller: &Caller) -> Result<Order, Failure> {
    let (order, client) = card::find_with_client(tx, id).await?;
    let flags = NoteFlags(notes::flags_of_order(tx, order.id).await?);
    Ok(card::of(
        tx,
        order,
        client,
        &caller.agent_name,
        staff_viewer(caller),
        Some(&flags),
    )
    .await?)
}

/// Ends a change by staff with the card as it is now.
async fn answer<E>(
    state: &AppState,
    tx: Tx<AgentWall>,
    caller: &Caller,
    input: Input<E>,
    id: OrderId,
    done: Result<order::Model, OrderError>,
) -> Result<Answer<E>, Failure>
where
    E: Endpoint<Response = Order>,
{
    let result = match done {
        Ok(_) => staff_card(&tx, id, caller).await,
        Err(error) => Err(error.into()),
    };
    finish(state, tx, input.key, result).await
}

async fn assign(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ChangeAgentOrder>,
) -> Result<Answer<ChangeAgentOrder>, Failure> {
    let AgentOrderChange {
        assigned_staff_id,
        delivery,
    } = input.body;
    if delivery.is_some() && !caller.rights.allow(Object::OrderPrices, Level::Edit) {
        return Err(ProblemCode::PermissionDenied.into());
    }
    let tx = scope.begin().await?;
    let (id, actor, now) = (input.path.0, Actor::from(&*caller), state.clock.now());
    let done = match delivery {
        Some(wanted) => pricing::choose_delivery(&tx, &actor, id, &wanted, now).await,
        None => submitted(&tx, id).await,
    };
    let done = match (done, assigned_staff_id) {
        (Ok(order), Some(person)) => put_in_charge(&tx, &actor, &order, person, now).await,
        (done, _) => done,
    };
    answer(&state, tx, &caller, input, id, done).await
}

/// Locks an order that its client has submitted.
async fn submitted(tx: &Tx<AgentWall>, id: OrderId) -> Result<order::Model, OrderError> {
    let order = card::lock(tx, id).await?;
    if order.status == OrderStatus::Draft.as_str() {
        return Err(OrderError::NotFound);
    }
    Ok(order)
}

/// Puts a person in charge of a submitted order, or nobody.
async fn put_in_charge(
    tx: &Tx<AgentWall>,
    actor: &Actor,
    order: &order::Model,
    staff_id: Option<StaffId>,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    if let Some(StaffId(id)) = staff_id {
        let person = staff::Entity::find_by_id(id).filter(staff::Column::DisabledAt.is_null());
        if tx.one(person).await?.is_none() {
            return Err(FieldErrors::one("assigned_staff_id", Rule::NotYours).into());
        }
    }
    let update = order::Entity::update_many()
        .col_expr(order::Column::AssignedStaffId, Expr::value(staff_id.map(|id| id.0)))
        .col_expr(order::Column::Version, Expr::col(order::Column::Version).add(1))
        .col_expr(order::Column::UpdatedAt, Expr::value(now))
        .filter(order::Column::Id.eq(order.id));
    let order = tx.update(update).await?.pop().ok_or(OrderError::NotFound)?;
    history::write(tx, &order, actor, Event::of(HistoryEvent::Assigned, None, ""), now).await?;
    Ok(order)
}

async fn open_pricing(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<OpenPricing>,
) -> Result<Answer<OpenPricing>, Failure> {
    let tx = scope.begin().await?;
    let id = input.path.0;
    let done = pricing::open(&tx, &Actor::from(&*caller), id, state.clock.now()).await;
    answer(&state, tx, &caller, input, id, done).await
}

async fn change_group(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ChangeGroup>,
) -> Result<Answer<ChangeGroup>, Failure> {
    let tx = scope.begin().await?;
    let now = state.clock.now();
    let done = pricing::change_group(&tx, &Actor::from(&*caller), input.path, &input.body.domestic, now).await;
    let id = input.path.0;
    answer(&state, tx, &caller, input, id, done).await
}

async fn quote(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<QuoteOrder>,
) -> Result<Answer<QuoteOrder>, Failure> {
    let (id, now) = (input.path.0, state.clock.now());
    let rates = rates::today(&scope, &state.system(), now).await?;
    let tx = scope.begin().await?;
    let done = pricing::quote(&tx, &Actor::from(&*caller), id, &input.body, rates, now).await;
    answer(&state, tx, &caller, input, id, done).await
}

/// A plain move by staff.
async fn staff_move<E>(
    state: &AppState,
    scope: &AgentScope,
    caller: &Caller,
    input: Input<E>,
    step: OrderMove,
    reason: Option<String>,
) -> Result<Answer<E>, Failure>
where
    E: Endpoint<Path = (OrderId,), Response = Order>,
{
    let tx = scope.begin().await?;
    let id = input.path.0;
    let actor = Actor::from(caller);
    let done = moves::make(&tx, &actor, id, step, reason.as_deref(), state.clock.now()).await;
    answer(state, tx, caller, input, id, done).await
}

async fn reopen(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ReopenOrder>,
) -> Result<Answer<ReopenOrder>, Failure> {
    let reason = input.body.reason.clone();
    staff_move(&state, &scope, &caller, input, OrderMove::Reopen, reason).await
}

async fn start_purchase(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<StartPurchase>,
) -> Result<Answer<StartPurchase>, Failure> {
    staff_move(&state, &scope, &caller, input, OrderMove::StartPurchase, None).await
}

async fn expect(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ExpectOrder>,
) -> Result<Answer<ExpectOrder>, Failure> {
    let tx = scope.begin().await?;
    let id = input.path.0;
    let done = pricing::expect(&tx, &Actor::from(&*caller), id, state.clock.now()).await;
    answer(&state, tx, &caller, input, id, done).await
}

async fn cancel(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<CancelAgentOrder>,
) -> Result<Answer<CancelAgentOrder>, Failure> {
    let tx = scope.begin().await?;
    let id = input.path.0;
    let now = state.clock.now();
    let done = money::cancel(&tx, &Actor::from(&*caller), id, input.body.reason.as_deref(), now).await;
    answer(&state, tx, &caller, input, id, done).await
}

async fn refund(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<RefundOrder>,
) -> Result<Answer<RefundOrder>, Failure> {
    let tx = scope.begin().await?;
    let id = input.path.0;
    let done = money::refund(&tx, &Actor::from(&*caller), id, &input.body, state.clock.now()).await;
    let result = match done {
        Ok(order) => calculation::money(&tx, &scope.books(), order, &today(&state), |_| true)
            .await
            .map_err(Failure::from),
        Err(error) => Err(error.into()),
    };
    finish(&state, tx, input.key, result).await
}
