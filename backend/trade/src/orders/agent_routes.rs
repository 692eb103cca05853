//! HTTP handlers for submitted orders: pricing, assignment, payment, purchase, cancellation and refunds.

use super::{
    OrderError,
    calculation::{self, RateContext},
    card,
    history::{self, Actor, Event},
    money, pricing,
    routes::staff_viewer,
    views::NoteFlags,
};
use crate::orders::transitions;
use axum::extract::State;
use books::rates;
use chrono::{DateTime, Utc};
use entities::note_flags;
use entities::order;
use entities::staff;
use platform::{
    auth::Caller,
    http::{Answer, Api, Failure, Input, finish_transaction},
    scope::{AgentPolicy, AgentScope, ClientScope, ScopedConnection, Tx},
    state::AppState,
};
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

/// Registers the staff endpoints for submitted orders, and the client's payment endpoints.
pub fn routes(api: Api) -> Api {
    api.serve::<ShowClientOrderMoney, _>(get_client_money)
        .serve::<PayOrder, _>(pay)
        .serve::<ShowAgentOrderMoney, _>(get_agent_money)
        .serve::<ChangeAgentOrder, _>(update_order)
        .serve::<OpenPricing, _>(open_pricing)
        .serve::<ChangeGroup, _>(update_group)
        .serve::<QuoteOrder, _>(quote)
        .serve::<ReopenOrder, _>(reopen)
        .serve::<StartPurchase, _>(start_purchase)
        .serve::<MarkOrderExpected, _>(expect)
        .serve::<CancelAgentOrder, _>(cancel)
        .serve::<RefundOrder, _>(refund)
}

/// Context for calculations of orders without a quote.
fn rate_context(state: &AppState) -> RateContext {
    RateContext {
        system: state.system(),
        now: state.clock.now(),
    }
}

async fn get_client_money(
    State(state): State<AppState>,
    scope: ClientScope,
    input: Input<ShowClientOrderMoney>,
) -> Result<Answer<ShowClientOrderMoney>, Failure> {
    let order = card::find(&scope, input.path.0).await?;
    let money = calculation::order_money(&scope, &scope.ledger(), order, &rate_context(&state), |_| true).await?;
    Ok(Answer(money))
}

async fn get_agent_money(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Input<ShowAgentOrderMoney>,
) -> Result<Answer<ShowAgentOrderMoney>, Failure> {
    let is_submitted = |status| status != OrderStatus::Draft;
    let order = card::find(&scope, input.path.0).await?;
    let money = calculation::order_money(&scope, &scope.ledger(), order, &rate_context(&state), is_submitted).await?;
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
    finish_transaction(&state, tx, input.key, result).await
}

/// Reads the order card for staff in the transaction that changed the order.
async fn staff_card(tx: &Tx<AgentPolicy>, id: OrderId, caller: &Caller) -> Result<Order, Failure> {
    let (order, client) = card::find_with_client(tx, id).await?;
    let flags = NoteFlags(note_flags::flags_of_order(tx, order.id).await?);
    Ok(card::build(
        tx,
        order,
        client,
        &caller.agent_name,
        staff_viewer(caller),
        Some(&flags),
    )
    .await?)
}

/// Ends the transaction of a change by staff and responds with the updated order card.
async fn finish_with_card<E>(
    state: &AppState,
    tx: Tx<AgentPolicy>,
    caller: &Caller,
    input: Input<E>,
    id: OrderId,
    updated: Result<order::Model, OrderError>,
) -> Result<Answer<E>, Failure>
where
    E: Endpoint<Response = Order>,
{
    let result = match updated {
        Ok(_) => staff_card(&tx, id, caller).await,
        Err(error) => Err(error.into()),
    };
    finish_transaction(state, tx, input.key, result).await
}

async fn update_order(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ChangeAgentOrder>,
) -> Result<Answer<ChangeAgentOrder>, Failure> {
    let AgentOrderChange {
        assigned_staff_id,
        delivery,
    } = input.body;
    if delivery.is_some() && !caller.rights.allows(Object::OrderPrices, Level::Edit) {
        return Err(ProblemCode::PermissionDenied.into());
    }
    let tx = scope.begin().await?;
    let (id, actor, now) = (input.path.0, Actor::from(&*caller), state.clock.now());
    let updated = match delivery {
        Some(choice) => pricing::choose_delivery(&tx, &actor, id, &choice, now).await,
        None => lock_submitted(&tx, id).await,
    };
    let updated = match (updated, assigned_staff_id) {
        (Ok(order), Some(staff_id)) => set_assignee(&tx, &actor, &order, staff_id, now).await,
        (updated, _) => updated,
    };
    finish_with_card(&state, tx, &caller, input, id, updated).await
}

/// Locks an order; a draft counts as not found.
async fn lock_submitted(tx: &Tx<AgentPolicy>, id: OrderId) -> Result<order::Model, OrderError> {
    let order = card::lock(tx, id).await?;
    if order.status == OrderStatus::Draft {
        return Err(OrderError::NotFound);
    }
    Ok(order)
}

/// Assigns the order to a staff member, or to nobody.
async fn set_assignee(
    tx: &Tx<AgentPolicy>,
    actor: &Actor,
    order: &order::Model,
    staff_id: Option<StaffId>,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    if let Some(id) = staff_id {
        let active_staff = staff::Entity::find_by_id(id).filter(staff::Column::DisabledAt.is_null());
        if tx.one(active_staff).await?.is_none() {
            return Err(FieldErrors::single("assigned_staff_id", Rule::NotYours).into());
        }
    }
    let update = order::Entity::update_many()
        .col_expr(order::Column::AssignedStaffId, Expr::value(staff_id))
        .col_expr(order::Column::Version, Expr::col(order::Column::Version).add(1))
        .col_expr(order::Column::UpdatedAt, Expr::value(now))
        .filter(order::Column::Id.eq(order.id));
    let order = tx.update(update).await?.pop().ok_or(OrderError::NotFound)?;
    history::write(tx, &order, actor, Event::new(HistoryEvent::Assigned, None, ""), now).await?;
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
    let updated = pricing::open(&tx, &Actor::from(&*caller), id, state.clock.now()).await;
    finish_with_card(&state, tx, &caller, input, id, updated).await
}

async fn update_group(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ChangeGroup>,
) -> Result<Answer<ChangeGroup>, Failure> {
    let tx = scope.begin().await?;
    let now = state.clock.now();
    let updated =
        pricing::set_domestic_shipping(&tx, &Actor::from(&*caller), input.path, &input.body.domestic, now).await;
    let id = input.path.0;
    finish_with_card(&state, tx, &caller, input, id, updated).await
}

async fn quote(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<QuoteOrder>,
) -> Result<Answer<QuoteOrder>, Failure> {
    let (id, now) = (input.path.0, state.clock.now());
    let rates = rates::load(&scope, &state.system(), now).await?;
    let tx = scope.begin().await?;
    let updated = pricing::quote(&tx, &Actor::from(&*caller), id, &input.body, rates, now).await;
    finish_with_card(&state, tx, &caller, input, id, updated).await
}

/// Performs a move by staff that has no operation of its own.
async fn perform_staff_move<E>(
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
    let updated = transitions::perform(&tx, &actor, id, step, reason.as_deref(), state.clock.now()).await;
    finish_with_card(state, tx, caller, input, id, updated).await
}

async fn reopen(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ReopenOrder>,
) -> Result<Answer<ReopenOrder>, Failure> {
    let reason = input.body.reason.clone();
    perform_staff_move(&state, &scope, &caller, input, OrderMove::Reopen, reason).await
}

async fn start_purchase(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<StartPurchase>,
) -> Result<Answer<StartPurchase>, Failure> {
    perform_staff_move(&state, &scope, &caller, input, OrderMove::StartPurchase, None).await
}

async fn expect(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<MarkOrderExpected>,
) -> Result<Answer<MarkOrderExpected>, Failure> {
    let tx = scope.begin().await?;
    let id = input.path.0;
    let updated = pricing::expect_self_buyout(&tx, &Actor::from(&*caller), id, state.clock.now()).await;
    finish_with_card(&state, tx, &caller, input, id, updated).await
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
    let updated = money::cancel(&tx, &Actor::from(&*caller), id, input.body.reason.as_deref(), now).await;
    finish_with_card(&state, tx, &caller, input, id, updated).await
}

async fn refund(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<RefundOrder>,
) -> Result<Answer<RefundOrder>, Failure> {
    let tx = scope.begin().await?;
    let id = input.path.0;
    let refunded = money::refund(&tx, &Actor::from(&*caller), id, &input.body, state.clock.now()).await;
    let result = match refunded {
        Ok(order) => calculation::order_money(&tx, &scope.ledger(), order, &rate_context(&state), |_| true)
            .await
            .map_err(Failure::from),
        Err(error) => Err(error.into()),
    };
    finish_transaction(&state, tx, input.key, result).await
}
