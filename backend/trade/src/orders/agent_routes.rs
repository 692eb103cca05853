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
    http::{AgentCall, Api, ApiResponse, ApiResult, ClientCall, Failure, IdempotencyKey, IfMatch, Input},
    scope::{AgentPolicy, AgentScope, Tx},
    state::AppState,
};
use shared_types::{
    access::{Level, Object},
    billing::PlanLimit,
    endpoint::Endpoint,
    id::OrderId,
    orders::*,
    purchasing::ListOrderPurchases,
    staff::AssignmentResult,
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

async fn get_client_money(call: ClientCall<ShowOrderMoney>) -> ApiResult<ShowOrderMoney> {
    let order = client_limits::find_with_client(&call.scope, call.path.0).await?;
    let money = calculation::order_money(
        &call.scope,
        &call.scope.ledger(),
        order,
        &rate_context(&call.state),
        |_| true,
    )
    .await?;
    Ok(ApiResponse(money))
}

async fn get_agent_money(call: AgentCall<ShowOrderMoney>) -> ApiResult<ShowOrderMoney> {
    let is_submitted = |status| status != OrderStatus::Draft;
    let order = client_limits::find_with_client(&call.scope, call.path.0).await?;
    let money = calculation::order_money(
        &call.scope,
        &call.scope.ledger(),
        order,
        &rate_context(&call.state),
        is_submitted,
    )
    .await?;
    Ok(ApiResponse(money))
}

async fn pay(call: ClientCall<PayOrder>) -> ApiResult<PayOrder> {
    let (actor, now) = (Actor::from(&*call.caller), call.now);
    call.run(async |tx| {
        let order = money::pay(tx, &actor, call.path.0, call.body, now).await?;
        super::routes::client_card(tx, order, &call.caller).await
    })
    .await
}

async fn reserve_deposit(call: ClientCall<ReserveDeposit>) -> ApiResult<ReserveDeposit> {
    let (actor, now) = (Actor::from(&*call.caller), call.now);
    call.run(async |tx| {
        let order = deposit::reserve_quoted(tx, &actor, call.path.0, call.body, now).await?;
        super::routes::client_card(tx, order, &call.caller).await
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

async fn create_order(call: AgentCall<CreateAgentOrder>) -> ApiResult<CreateAgentOrder> {
    let (actor, staff_id, now) = (Actor::from(&*call.caller), call.caller.staff_id()?, call.now);
    let (agent_name, viewer) = (call.caller.agent_name.clone(), Viewer::from_caller(&call.caller));
    call.scope
        .run(&call.state, call.key, async |tx| {
            let (order, client) = create::create_by_staff(tx, &actor, staff_id, call.body, now).await?;
            let limit = (PlanLimit::Orders, call.caller.plan_limits().orders);
            let within = billing::ensure_within(tx, call.caller.agent_id, limit, now).await?;
            within.map_err(OrderError::from)?;
            let label = ClientLabel {
                code: client.code,
                name: client.name,
            };
            Ok(order_card(&order, label, agent_name, Vec::new(), viewer, None))
        })
        .await
}

async fn update_order(call: AgentCall<ChangeAgentOrder>) -> ApiResult<ChangeAgentOrder> {
    let AgentOrderChange {
        assigned_staff_id,
        delivery,
    } = call.body;
    if delivery.is_some() {
        call.caller.require(Object::OrderPrices, Level::Edit)?;
    }
    if assigned_staff_id.is_some() {
        call.caller.require_assigning(Object::Orders)?;
    }
    let (id, now) = (call.path.0, call.now);
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, actor| {
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

async fn assign_orders(call: AgentCall<AssignOrders>) -> ApiResult<AssignOrders> {
    call.caller.require_assigning(Object::Orders)?;
    let (actor, now) = (Actor::from(&*call.caller), call.now);
    call.run(async |tx| {
        let changed = assignment::assign_all(tx, &actor, &call.body, now).await?;
        Ok(AssignmentResult {
            changed: u32::try_from(changed).unwrap_or(u32::MAX),
        })
    })
    .await
}

async fn open_pricing(call: AgentCall<OpenPricing>) -> ApiResult<OpenPricing> {
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, actor| {
        pricing::open(tx, actor, call.path.0, call.now).await
    })
    .await
}

async fn update_group(IfMatch(version): IfMatch, call: AgentCall<ChangeGroup>) -> ApiResult<ChangeGroup> {
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, actor| {
        card::ensure_version(tx, call.path.0, version).await?;
        pricing::set_domestic_shipping(tx, actor, call.path, &call.body.domestic, call.now).await
    })
    .await
}

async fn quote(IfMatch(version): IfMatch, call: AgentCall<QuoteOrder>) -> ApiResult<QuoteOrder> {
    let rates = rates::load(&call.scope, &call.state.system(), RatesOf::Order(call.path.0), call.now).await?;
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, actor| {
        card::ensure_version(tx, call.path.0, version).await?;
        pricing::quote(tx, actor, call.path.0, &call.body, rates, call.now).await
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

async fn reopen(IfMatch(version): IfMatch, call: AgentCall<ReopenOrder>) -> ApiResult<ReopenOrder> {
    let reason = call.body.reason.clone();
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, actor| {
        card::ensure_version(tx, call.path.0, version).await?;
        transitions::perform(tx, actor, call.path.0, OrderMove::Reopen, reason.as_deref(), call.now).await
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

async fn expect(call: AgentCall<MarkOrderExpected>) -> ApiResult<MarkOrderExpected> {
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, actor| {
        pricing::expect_self_buyout(tx, actor, call.path.0, call.now).await
    })
    .await
}

async fn cancel(IfMatch(version): IfMatch, call: AgentCall<CancelAgentOrder>) -> ApiResult<CancelAgentOrder> {
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, actor| {
        card::ensure_version(tx, call.path.0, version).await?;
        money::cancel(tx, actor, call.path.0, call.body.reason.as_deref(), call.now).await
    })
    .await
}

async fn list_delivery_prices(call: ClientCall<ListDeliveryPrices>) -> ApiResult<ListDeliveryPrices> {
    let order = card::find(&call.scope, call.path.0).await?;
    Ok(ApiResponse(
        calculation::delivery_prices(&call.scope, &order, &call.query, &rate_context(&call.state)).await?,
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

async fn refund(IfMatch(version): IfMatch, call: AgentCall<RefundOrder>) -> ApiResult<RefundOrder> {
    let (actor, now) = (Actor::from(&*call.caller), call.now);
    call.run(async |tx| {
        card::ensure_version(tx, call.path.0, version).await?;
        let order = money::refund(tx, &actor, call.path.0, &call.body, now).await?;
        let order = client_limits::find_with_client(tx, order.id).await?;
        Ok(calculation::order_money(tx, &call.scope.ledger(), order, &rate_context(&call.state), |_| true).await?)
    })
    .await
}
