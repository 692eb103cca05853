//! HTTP handlers of orders: lists, cards, history, drafts and the client's moves.

use super::{
    OrderError,
    activity::Reader,
    agent, calculation, card, client_limits, counts,
    create::create,
    deposit, draft,
    history::{self, Actor},
    list::{self, ListPlan},
    references::ReferenceVisibility,
    repeat,
    search::Search,
    services::order_effects as services,
    statuses::in_statuses,
    summary::ClientLabel,
    transitions, translation,
    viewer::Viewer,
    views::order_card,
};
use axum::extract::State;
use books::{
    billing,
    rates::{self, RatesOf},
};
use chrono::{DateTime, Utc};
use entities::order;
use platform::{
    auth::{Caller, Membership},
    http::{AgentCall, Api, ApiResponse, ApiResult, ClientCall, Failure, IfMatch, Input},
    scope::{AgentScope, ClientScope, ScopedConnection},
    state::AppState,
};
use sea_orm::{ColumnTrait, Condition};
use shared_types::{
    access::{Level, Object},
    billing::PlanLimit,
    endpoint::Endpoint,
    fields::FieldErrors,
    id::{ClientId, OrderId},
    orders::*,
    page::Listing,
    problem::ProblemCode,
};
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// Registers the endpoints of orders.
pub fn routes(api: Api) -> Api {
    api.serve::<ListClientOrders, _>(list_client_orders)
        .serve::<CountClientOrders, _>(count_client_orders)
        .serve::<CreateOrder, _>(create_draft)
        .serve_sides::<ShowOrder, _, _>(get_agent_order, get_client_order)
        .serve_sides::<ListOrderItems, _, _>(list_agent_items, list_client_items)
        .serve::<ChangeOrder, _>(update_draft)
        .serve::<SubmitOrder, _>(submit)
        .serve::<WithdrawOrder, _>(withdraw)
        .serve::<CancelOrder, _>(cancel)
        .serve::<RepeatOrder, _>(repeat_order)
        .serve_sides::<ShowOrderHistory, _, _>(get_agent_history, get_client_history)
        .serve::<ListAgentOrders, _>(list_agent_orders)
        .serve::<CountAgentOrders, _>(count_agent_orders)
}

/// Id and label of the caller's client. Staff are refused; their requests are not routed here.
fn caller_client(caller: &Caller) -> Result<(ClientId, ClientLabel), ProblemCode> {
    match &caller.membership {
        Membership::Member {
            client_id,
            client_code,
            client_name,
            ..
        } => Ok((
            *client_id,
            ClientLabel {
                code: client_code.clone(),
                name: client_name.clone(),
            },
        )),
        Membership::Staff { .. } => Err(ProblemCode::NotFound),
    }
}

/// The total is a price: the sort shows which order costs more.
pub(super) fn ensure_may_sort(query: &AgentOrderQuery, caller: &Caller) -> Result<(), Failure> {
    if query.sort == Some(OrderSort::Total) {
        caller.require(Object::OrderPrices, Level::View)?;
    }
    Ok(())
}

pub(super) async fn client_card(
    rows: &impl ScopedConnection,
    order: order::Model,
    caller: &Caller,
) -> Result<Order, Failure> {
    let (_, label) = caller_client(caller)?;
    Ok(card::build(
        rows,
        order,
        label,
        &caller.agent_name,
        Viewer::from_caller(caller),
        None,
    )
    .await?)
}

async fn list_client_orders(call: ClientCall<ListClientOrders>) -> ApiResult<ListClientOrders> {
    let query = call.query;
    let reader = Reader::new(Side::Client, &call.caller, call.now);
    let (condition, plan) = client_list(&call.scope, &query, reader, call.now)?;
    let window = plan.window(query.limit, query.cursor.as_deref(), query.updated_since)?;
    Ok(ApiResponse(
        list::page(
            &call.scope,
            condition,
            &plan,
            window,
            (reader, Viewer::from_caller(&call.caller)),
        )
        .await?,
    ))
}

/// How the orders of a query are found.
pub(super) fn client_list(
    scope: &ClientScope,
    query: &ClientOrderQuery,
    reader: Reader,
    now: DateTime<Utc>,
) -> Result<(Condition, ListPlan), FieldErrors> {
    let mut errors = FieldErrors::default();
    let words = errors.text("search", query.search.as_deref().unwrap_or_default(), limits::SEARCH);
    errors.into_result(())?;
    let in_filter = query.filter.map(|filter| in_statuses(filter.statuses()));
    let changed = query.updated_since.map(|since| order::Column::UpdatedAt.gte(since));
    let status = query.status.map(|status| order::Column::Status.eq(status));
    let unread_chats = (query.unread_chats == Some(true)).then(|| reader.unread_chats(now));
    let condition = Condition::all()
        .add_option(in_filter)
        .add_option(changed)
        .add_option(status)
        .add_option(unread_chats);
    let plan = match Search::for_client(scope, &words) {
        Some(search) => ListPlan::Found(search),
        None if query.updated_since.is_some() => ListPlan::Changed,
        None => ListPlan::Newest,
    };
    Ok((condition, plan))
}

async fn count_client_orders(scope: ClientScope) -> Result<ApiResponse<CountClientOrders>, Failure> {
    Ok(ApiResponse(counts::client(&scope).await?))
}

async fn create_draft(call: ClientCall<CreateOrder>) -> ApiResult<CreateOrder> {
    let (client_id, label) = caller_client(&call.caller)?;
    let (actor, now) = (Actor::from(&*call.caller), call.now);
    let (agent_name, viewer) = (call.caller.agent_name.clone(), Viewer::from_caller(&call.caller));
    call.scope
        .run(&call.state, call.key, async |tx| {
            let (order, _) = create(tx, &actor, client_id, call.body, now).await?;
            Ok(order_card(&order, label, agent_name, Vec::new(), viewer, None))
        })
        .await
}

async fn repeat_order(call: ClientCall<RepeatOrder>) -> ApiResult<RepeatOrder> {
    let (client_id, label) = caller_client(&call.caller)?;
    let (actor, now) = (Actor::from(&*call.caller), call.now);
    call.scope
        .run(&call.state, call.key, async |tx| {
            let draft = repeat::repeat(tx, &actor, (client_id, &label.name), call.path.0, now).await?;
            if Viewer::from_caller(&call.caller).translates_more() {
                translation::added::queue_added(tx, draft.agent_id, draft.id, now).await?;
            }
            client_card(tx, draft, &call.caller).await
        })
        .await
}

async fn get_client_order(call: ClientCall<ShowOrder>) -> ApiResult<ShowOrder> {
    let reader = Reader::new(Side::Client, &call.caller, call.now);
    let (order, is_unread) = card::find_for_reader(&call.scope, call.path.0, reader).await?;
    if is_unread {
        reader.mark_read(&call.scope, &order, call.now).await?;
    }
    let (_, label) = caller_client(&call.caller)?;
    let viewer = Viewer::from_caller(&call.caller).reading_at(&call.caller, call.now);
    let mut card = card::build(&call.scope, order, label, &call.caller.agent_name, viewer, None).await?;
    card.summary.unread = is_unread;
    Ok(ApiResponse(card))
}

async fn list_client_items(call: ClientCall<ListOrderItems>) -> ApiResult<ListOrderItems> {
    let order = card::find(&call.scope, call.path.0).await?;
    let viewer = Viewer::from_caller(&call.caller).reading_at(&call.caller, call.now);
    Ok(ApiResponse(
        card::items_page(&call.scope, &order, &call.query, viewer, None).await?,
    ))
}

async fn update_draft(IfMatch(version): IfMatch, call: ClientCall<ChangeOrder>) -> ApiResult<ChangeOrder> {
    let (_, label) = caller_client(&call.caller)?;
    let (actor, now) = (Actor::from(&*call.caller), call.now);
    call.scope
        .run(&call.state, call.key, async |tx| {
            let order = draft::update(tx, &actor, &label.name, call.path.0, call.body, version, now).await?;
            client_card(tx, order, &call.caller).await
        })
        .await
}

async fn perform_client_move<E>(
    state: &AppState,
    scope: &ClientScope,
    caller: &Caller,
    input: Input<E>,
    step: OrderMove,
    reason: Option<String>,
) -> Result<ApiResponse<E>, Failure>
where
    E: Endpoint<Path = (OrderId,), Response = Order>,
{
    let (actor, now) = (Actor::from(caller), state.clock.now());
    scope
        .run(state, input.key, async |tx| {
            let order = transitions::perform(tx, &actor, input.path.0, step, reason.as_deref(), now).await?;
            if step == OrderMove::Cancel {
                services::cancel_all(tx, &actor, &order, now).await?;
            }
            client_card(tx, order, caller).await
        })
        .await
}

async fn submit(call: ClientCall<SubmitOrder>) -> ApiResult<SubmitOrder> {
    let (id, actor, now) = (call.path.0, Actor::from(&*call.caller), call.now);
    let named = call.body.deposit;
    // Who reserves money of the balance needs the right to pay from it.
    if named.is_some() {
        call.caller.require(Object::Balance, Level::Edit)?;
    }
    let mut rates = None;
    loop {
        let lacks_rates = AtomicBool::new(false);
        let result = call
            .scope
            .run(&call.state, call.key.clone(), async |tx| {
                let (order, limits) = transitions::submit(tx, &actor, id, now).await?;
                let plan = (PlanLimit::Orders, call.caller.plan_limits().orders);
                let within = billing::ensure_within(tx, call.caller.agent_id, plan, now).await?;
                within.map_err(OrderError::from)?;
                let mut required = Vec::new();
                if client_limits::needs_sum(limits, order.order_type) {
                    let Some(rates) = &rates else {
                        lacks_rates.store(true, Ordering::Relaxed);
                        return Err(OrderError::RateStale.into());
                    };
                    let calculation = calculation::estimate(tx, &order, Vec::new(), rates).await?;
                    client_limits::ensure_sum(limits, calculation.due_rub)?;
                    required = deposit::required(limits, order.order_type, &calculation);
                }
                client_limits::ensure_unpaid(tx, id, limits).await?;
                let order = deposit::reserve(tx, &actor, order, &required, named, now).await?;
                client_card(tx, order, &call.caller).await
            })
            .await;
        if !lacks_rates.load(Ordering::Relaxed) {
            return result;
        }
        // Rates are read outside of transactions, and only where a sum is limited or a deposit is required.
        rates = Some(rates::load(&call.scope, &call.state.system(), RatesOf::Order(id), now).await?);
    }
}

async fn withdraw(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<WithdrawOrder>,
) -> Result<ApiResponse<WithdrawOrder>, Failure> {
    perform_client_move(&state, &scope, &caller, input, OrderMove::TakeBack, None).await
}

async fn cancel(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<CancelOrder>,
) -> Result<ApiResponse<CancelOrder>, Failure> {
    let reason = input.body.reason.clone();
    perform_client_move(&state, &scope, &caller, input, OrderMove::Cancel, reason).await
}

async fn get_client_history(call: ClientCall<ShowOrderHistory>) -> ApiResult<ShowOrderHistory> {
    Ok(ApiResponse(Listing {
        data: history::list(&call.scope, call.path.0, Viewer::from_caller(&call.caller)).await?,
    }))
}

async fn list_agent_orders(call: AgentCall<ListAgentOrders>) -> ApiResult<ListAgentOrders> {
    let viewer = Viewer::from_caller(&call.caller);
    ensure_may_sort(&call.query, &call.caller)?;
    let reader = Reader::new(Side::Staff, &call.caller, call.now);
    Ok(ApiResponse(
        agent::page(
            &call.scope,
            &call.query,
            call.caller.staff_id()?,
            ReferenceVisibility::of_caller(&call.caller),
            (call.now, call.caller.timezone),
            (reader, viewer),
        )
        .await?,
    ))
}

async fn count_agent_orders(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
) -> Result<ApiResponse<CountAgentOrders>, Failure> {
    let now = state.clock.now();
    let reader = Reader::new(Side::Staff, &caller, now);
    Ok(ApiResponse(
        counts::agent(&scope, caller.staff_id()?, (reader, now)).await?,
    ))
}

async fn get_agent_order(call: AgentCall<ShowOrder>) -> ApiResult<ShowOrder> {
    let reader = Reader::new(Side::Staff, &call.caller, call.now);
    let viewer = Viewer::from_caller(&call.caller).reading_at(&call.caller, call.now);
    Ok(ApiResponse(
        agent::card(
            &call.scope,
            call.path.0,
            &call.caller.agent_name,
            (reader, call.now),
            viewer,
        )
        .await?,
    ))
}

async fn list_agent_items(call: AgentCall<ListOrderItems>) -> ApiResult<ListOrderItems> {
    let viewer = Viewer::from_caller(&call.caller).reading_at(&call.caller, call.now);
    Ok(ApiResponse(
        agent::items_page(&call.scope, call.path.0, &call.query, viewer).await?,
    ))
}

async fn get_agent_history(call: AgentCall<ShowOrderHistory>) -> ApiResult<ShowOrderHistory> {
    agent::find(&call.scope, call.path.0).await?;
    Ok(ApiResponse(Listing {
        data: history::list(&call.scope, call.path.0, Viewer::from_caller(&call.caller)).await?,
    }))
}
