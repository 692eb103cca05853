//! HTTP handlers for submitted orders: pricing, assignment, payment, purchase, cancellation and refunds.

use super::{
    OrderError, assignment,
    calculation::{self, RateContext},
    card::{self, CardOrder},
    client_limits, create, deposit,
    history::Actor,
    money, pricing, purchases, refunds,
    summary::ClientLabel,
    transitions,
    viewer::Viewer,
    views::order_card,
};
use axum::extract::State;
use books::{
    billing,
    rates::{self, RatesOf},
};
use entities::order;
use platform::{
    auth::Caller,
    http::{Api, ApiResponse, Failure, IdempotencyKey, IfMatch, Input},
    scope::{AgentPolicy, AgentScope, ClientScope, Tx},
    state::AppState,
};
use shared_types::{
    access::{Level, Object},
    billing::PlanLimit,
    endpoint::Endpoint,
    id::OrderId,
    orders::*,
    problem::ProblemCode,
    purchasing::ListOrderPurchases,
    staff::{AssignmentResult, rules},
};
use std::sync::Arc;

/// Registers the staff endpoints for submitted orders, and the client's payment endpoints.
pub fn routes(api: Api) -> Api {
    api.serve_sides::<ShowOrderMoney, _, _>(get_agent_money, get_client_money)
        .serve::<ListDeliveryPrices, _>(list_delivery_prices)
        .serve::<PayOrder, _>(pay)
        .serve::<ReserveDeposit, _>(reserve_deposit)
        .serve::<CreateAgentOrder, _>(create_order)
        .serve::<ChangeAgentOrder, _>(update_order)
        .serve::<AssignOrders, _>(assign_orders)
        .serve::<OpenPricing, _>(open_pricing)
        .serve::<ChangeGroup, _>(update_group)
        .serve::<QuoteOrder, _>(quote)
        .serve::<ReopenOrder, _>(reopen)
        .serve::<StartPurchase, _>(start_purchase)
        .serve::<MarkOrderExpected, _>(expect)
        .serve::<CancelAgentOrder, _>(cancel)
        .serve::<ListOrderPurchases, _>(list_purchases)
        .serve::<PreviewRefund, _>(preview_refund)
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
    input: Input<ShowOrderMoney>,
) -> Result<ApiResponse<ShowOrderMoney>, Failure> {
    let order = client_limits::find_with_client(&scope, input.path.0).await?;
    let money = calculation::order_money(&scope, &scope.ledger(), order, &rate_context(&state), |_| true).await?;
    Ok(ApiResponse(money))
}

async fn get_agent_money(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Input<ShowOrderMoney>,
) -> Result<ApiResponse<ShowOrderMoney>, Failure> {
    let is_submitted = |status| status != OrderStatus::Draft;
    let order = client_limits::find_with_client(&scope, input.path.0).await?;
    let money = calculation::order_money(&scope, &scope.ledger(), order, &rate_context(&state), is_submitted).await?;
    Ok(ApiResponse(money))
}

async fn pay(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<PayOrder>,
) -> Result<ApiResponse<PayOrder>, Failure> {
    let (actor, now) = (Actor::from(&*caller), state.clock.now());
    scope
        .run(&state, input.key, async |tx| {
            let order = money::pay(tx, &actor, input.path.0, input.body, now).await?;
            super::routes::client_card(tx, order, &caller).await
        })
        .await
}

async fn reserve_deposit(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<ReserveDeposit>,
) -> Result<ApiResponse<ReserveDeposit>, Failure> {
    let (actor, now) = (Actor::from(&*caller), state.clock.now());
    scope
        .run(&state, input.key, async |tx| {
            let order = deposit::reserve_quoted(tx, &actor, input.path.0, input.body, now).await?;
            super::routes::client_card(tx, order, &caller).await
        })
        .await
}

/// Reads the order card for staff in the transaction that changed the order.
async fn staff_card(tx: &Tx<AgentPolicy>, id: OrderId, caller: &Caller) -> Result<Order, Failure> {
    let CardOrder {
        order, client, notes, ..
    } = card::find_for_card(tx, id, None).await?;
    let viewer = Viewer::from_caller(caller);
    Ok(card::build(tx, order, client, &caller.agent_name, viewer, Some(&notes)).await?)
}

/// Runs an operation on an order by staff and responds with the order's card.
async fn change<E: Endpoint<Response = Order>>(
    state: &AppState,
    scope: &AgentScope,
    caller: &Caller,
    key: Option<IdempotencyKey>,
    operation: impl AsyncFnOnce(&Tx<AgentPolicy>, &Actor) -> Result<order::Model, OrderError>,
) -> Result<ApiResponse<E>, Failure> {
    let actor = Actor::from(caller);
    scope
        .run(state, key, async |tx| {
            let order = operation(tx, &actor).await?;
            staff_card(tx, order.id, caller).await
        })
        .await
}

async fn create_order(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<CreateAgentOrder>,
) -> Result<ApiResponse<CreateAgentOrder>, Failure> {
    let (actor, staff_id, now) = (Actor::from(&*caller), caller.staff_id()?, state.clock.now());
    let (agent_name, viewer) = (caller.agent_name.clone(), Viewer::from_caller(&caller));
    scope
        .run(&state, input.key, async |tx| {
            let (order, client) = create::create_by_staff(tx, &actor, staff_id, input.body, now).await?;
            let limit = (PlanLimit::Orders, caller.plan_limits().orders);
            let within = billing::ensure_within(tx, caller.agent_id, limit, now).await?;
            within.map_err(OrderError::from)?;
            let label = ClientLabel {
                code: client.code,
                name: client.name,
            };
            Ok(order_card(&order, label, agent_name, Vec::new(), viewer, None))
        })
        .await
}

async fn update_order(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ChangeAgentOrder>,
) -> Result<ApiResponse<ChangeAgentOrder>, Failure> {
    let AgentOrderChange {
        assigned_staff_id,
        delivery,
    } = input.body;
    if delivery.is_some() && !caller.rights.allows(Object::OrderPrices, Level::Edit) {
        return Err(ProblemCode::PermissionDenied.into());
    }
    if assigned_staff_id.is_some() {
        ensure_may_assign(&caller)?;
    }
    let (id, now) = (input.path.0, state.clock.now());
    change(&state, &scope, &caller, input.key, async |tx, actor| {
        let order = match delivery {
            Some(choice) => pricing::choose_delivery(tx, actor, id, &choice, now).await?,
            None => assignment::lock_submitted(tx, id).await?,
        };
        match assigned_staff_id {
            Some(staff_id) => assignment::assign(tx, actor, order, staff_id, (HistoryEvent::Assigned, now)).await,
            None => Ok(order),
        }
    })
    .await
}

async fn assign_orders(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<AssignOrders>,
) -> Result<ApiResponse<AssignOrders>, Failure> {
    ensure_may_assign(&caller)?;
    let (actor, now) = (Actor::from(&*caller), state.clock.now());
    scope
        .run(&state, input.key, async |tx| {
            let changed = assignment::assign_all(tx, &actor, &input.body, now).await?;
            Ok(AssignmentResult {
                changed: u32::try_from(changed).unwrap_or(u32::MAX),
            })
        })
        .await
}

fn ensure_may_assign(caller: &Caller) -> Result<(), ProblemCode> {
    if rules::may_assign(&caller.rights, Object::Orders) {
        Ok(())
    } else {
        Err(ProblemCode::PermissionDenied)
    }
}

async fn open_pricing(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<OpenPricing>,
) -> Result<ApiResponse<OpenPricing>, Failure> {
    let now = state.clock.now();
    change(&state, &scope, &caller, input.key, async |tx, actor| {
        pricing::open(tx, actor, input.path.0, now).await
    })
    .await
}

async fn update_group(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    IfMatch(version): IfMatch,
    input: Input<ChangeGroup>,
) -> Result<ApiResponse<ChangeGroup>, Failure> {
    let now = state.clock.now();
    change(&state, &scope, &caller, input.key, async |tx, actor| {
        card::ensure_version(tx, input.path.0, version).await?;
        pricing::set_domestic_shipping(tx, actor, input.path, &input.body.domestic, now).await
    })
    .await
}

async fn quote(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    IfMatch(version): IfMatch,
    input: Input<QuoteOrder>,
) -> Result<ApiResponse<QuoteOrder>, Failure> {
    let now = state.clock.now();
    let rates = rates::load(&scope, &state.system(), RatesOf::Order(input.path.0), now).await?;
    change(&state, &scope, &caller, input.key, async |tx, actor| {
        card::ensure_version(tx, input.path.0, version).await?;
        pricing::quote(tx, actor, input.path.0, &input.body, rates, now).await
    })
    .await
}

/// Performs a move by staff that has no operation of its own.
async fn perform_staff_move<E>(
    state: &AppState,
    scope: &AgentScope,
    caller: &Caller,
    input: Input<E>,
    step: OrderMove,
) -> Result<ApiResponse<E>, Failure>
where
    E: Endpoint<Path = (OrderId,), Response = Order>,
{
    let now = state.clock.now();
    change(state, scope, caller, input.key, async |tx, actor| {
        transitions::perform(tx, actor, input.path.0, step, None, now).await
    })
    .await
}

async fn reopen(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    IfMatch(version): IfMatch,
    input: Input<ReopenOrder>,
) -> Result<ApiResponse<ReopenOrder>, Failure> {
    let reason = input.body.reason.clone();
    let now = state.clock.now();
    change(&state, &scope, &caller, input.key, async |tx, actor| {
        card::ensure_version(tx, input.path.0, version).await?;
        transitions::perform(tx, actor, input.path.0, OrderMove::Reopen, reason.as_deref(), now).await
    })
    .await
}

async fn start_purchase(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<StartPurchase>,
) -> Result<ApiResponse<StartPurchase>, Failure> {
    perform_staff_move(&state, &scope, &caller, input, OrderMove::StartPurchase).await
}

async fn expect(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<MarkOrderExpected>,
) -> Result<ApiResponse<MarkOrderExpected>, Failure> {
    let now = state.clock.now();
    change(&state, &scope, &caller, input.key, async |tx, actor| {
        pricing::expect_self_buyout(tx, actor, input.path.0, now).await
    })
    .await
}

async fn cancel(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    IfMatch(version): IfMatch,
    input: Input<CancelAgentOrder>,
) -> Result<ApiResponse<CancelAgentOrder>, Failure> {
    let now = state.clock.now();
    change(&state, &scope, &caller, input.key, async |tx, actor| {
        card::ensure_version(tx, input.path.0, version).await?;
        money::cancel(tx, actor, input.path.0, input.body.reason.as_deref(), now).await
    })
    .await
}

async fn list_delivery_prices(
    State(state): State<AppState>,
    scope: ClientScope,
    input: Input<ListDeliveryPrices>,
) -> Result<ApiResponse<ListDeliveryPrices>, Failure> {
    let order = card::find(&scope, input.path.0).await?;
    Ok(ApiResponse(
        calculation::delivery_prices(&scope, &order, &input.query, &rate_context(&state)).await?,
    ))
}

async fn list_purchases(
    scope: AgentScope,
    input: Input<ListOrderPurchases>,
) -> Result<ApiResponse<ListOrderPurchases>, Failure> {
    Ok(ApiResponse(purchases::list(&scope, input.path.0).await?))
}

async fn preview_refund(scope: AgentScope, input: Input<PreviewRefund>) -> Result<ApiResponse<PreviewRefund>, Failure> {
    let (order, item) = input.path;
    Ok(ApiResponse(refunds::preview(&scope, order, item, input.query).await?))
}

async fn refund(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    IfMatch(version): IfMatch,
    input: Input<RefundOrder>,
) -> Result<ApiResponse<RefundOrder>, Failure> {
    let (actor, now) = (Actor::from(&*caller), state.clock.now());
    scope
        .run(&state, input.key, async |tx| {
            card::ensure_version(tx, input.path.0, version).await?;
            let order = money::refund(tx, &actor, input.path.0, &input.body, now).await?;
            let order = client_limits::find_with_client(tx, order.id).await?;
            Ok(calculation::order_money(tx, &scope.ledger(), order, &rate_context(&state), |_| true).await?)
        })
        .await
}
