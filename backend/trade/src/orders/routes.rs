//! HTTP handlers of orders: lists, cards, history, drafts and the client's moves.

use super::{
    OrderError,
    activity::Reader,
    agent, card, client_limits, counts,
    create::create,
    deposit, draft,
    history::{self, Actor},
    list::{self, ListPlan},
    references::ReferenceVisibility,
    search::Search,
    services::order_effects as services,
    statuses::in_statuses,
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
    auth::{Caller, Membership},
    http::{Api, ApiResponse, Failure, IfMatch, Input},
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
pub(super) fn ensure_may_sort(query: &AgentOrderQuery, viewer: Viewer) -> Result<(), ProblemCode> {
    if query.sort == Some(OrderSort::Total) && !viewer.prices {
        return Err(ProblemCode::PermissionDenied);
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

async fn list_client_orders(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<ListClientOrders>,
) -> Result<ApiResponse<ListClientOrders>, Failure> {
    let query = input.query;
    let (condition, plan) = client_list(&scope, &query)?;
    let window = plan.window(query.limit, query.cursor.as_deref(), query.updated_since)?;
    let reader = Reader::new(Side::Client, &caller, state.clock.now());
    Ok(ApiResponse(
        list::page(&scope, condition, &plan, window, (reader, Viewer::from_caller(&caller))).await?,
    ))
}

/// How the orders of a query are found.
pub(super) fn client_list(scope: &ClientScope, query: &ClientOrderQuery) -> Result<(Condition, ListPlan), FieldErrors> {
    let mut errors = FieldErrors::default();
    let words = errors.text("search", query.search.as_deref().unwrap_or_default(), limits::SEARCH);
    errors.into_result(())?;
    let in_filter = query.filter.map(|filter| in_statuses(filter.statuses()));
    let changed = query.updated_since.map(|since| order::Column::UpdatedAt.gte(since));
    let condition = Condition::all().add_option(in_filter).add_option(changed);
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

async fn create_draft(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<CreateOrder>,
) -> Result<ApiResponse<CreateOrder>, Failure> {
    let (client_id, label) = caller_client(&caller)?;
    let (actor, now) = (Actor::from(&*caller), state.clock.now());
    let (agent_name, viewer) = (caller.agent_name.clone(), Viewer::from_caller(&caller));
    scope
        .run(&state, input.key, async |tx| {
            let (order, _) = create(tx, &actor, client_id, input.body, now).await?;
            Ok(order_card(&order, label, agent_name, Vec::new(), viewer, None))
        })
        .await
}

async fn get_client_order(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<ShowOrder>,
) -> Result<ApiResponse<ShowOrder>, Failure> {
    let now = state.clock.now();
    let reader = Reader::new(Side::Client, &caller, now);
    let (order, is_unread) = card::find_for_reader(&scope, input.path.0, reader).await?;
    if is_unread {
        reader.mark_read(&scope, &order, now).await?;
    }
    let (_, label) = caller_client(&caller)?;
    let viewer = Viewer::from_caller(&caller).reading_at(&caller, now);
    let mut card = card::build(&scope, order, label, &caller.agent_name, viewer, None).await?;
    card.summary.unread = is_unread;
    Ok(ApiResponse(card))
}

async fn list_client_items(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<ListOrderItems>,
) -> Result<ApiResponse<ListOrderItems>, Failure> {
    let order = card::find(&scope, input.path.0).await?;
    let viewer = Viewer::from_caller(&caller).reading_at(&caller, state.clock.now());
    Ok(ApiResponse(
        card::items_page(&scope, &order, &input.query, viewer, None).await?,
    ))
}

async fn update_draft(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    IfMatch(version): IfMatch,
    input: Input<ChangeOrder>,
) -> Result<ApiResponse<ChangeOrder>, Failure> {
    let (_, label) = caller_client(&caller)?;
    let (actor, now) = (Actor::from(&*caller), state.clock.now());
    scope
        .run(&state, input.key, async |tx| {
            let order = draft::update(tx, &actor, &label.name, input.path.0, input.body, version, now).await?;
            client_card(tx, order, &caller).await
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

async fn submit(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<SubmitOrder>,
) -> Result<ApiResponse<SubmitOrder>, Failure> {
    let (id, actor, now) = (input.path.0, Actor::from(&*caller), state.clock.now());
    let named = input.body.deposit;
    // Who reserves money of the balance needs the right to pay from it.
    if named.is_some() && !caller.rights.allows(Object::Balance, Level::Edit) {
        return Err(ProblemCode::PermissionDenied.into());
    }
    let mut rates = None;
    loop {
        let lacks_rates = AtomicBool::new(false);
        let result = scope
            .run(&state, input.key.clone(), async |tx| {
                let (order, limits) = transitions::submit(tx, &actor, id, now).await?;
                let plan = (PlanLimit::Orders, caller.plan_limits().orders);
                let within = billing::ensure_within(tx, caller.agent_id, plan, now).await?;
                within.map_err(OrderError::from)?;
                let mut required = Vec::new();
                if client_limits::needs_sum(limits, order.order_type) {
                    let Some(rates) = &rates else {
                        lacks_rates.store(true, Ordering::Relaxed);
                        return Err(OrderError::RateStale.into());
                    };
                    let calculation = client_limits::estimate(tx, &order, rates).await?;
                    client_limits::ensure_sum(limits, calculation.due_rub)?;
                    required = deposit::required(limits, order.order_type, &calculation);
                }
                client_limits::ensure_unpaid(tx, id, limits).await?;
                let order = deposit::reserve(tx, &actor, order, &required, named, now).await?;
                client_card(tx, order, &caller).await
            })
            .await;
        if !lacks_rates.load(Ordering::Relaxed) {
            return result;
        }
        // Rates are read outside of transactions, and only where a sum is limited or a deposit is required.
        rates = Some(rates::load(&scope, &state.system(), RatesOf::Order(id), now).await?);
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

async fn get_client_history(
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<ShowOrderHistory>,
) -> Result<ApiResponse<ShowOrderHistory>, Failure> {
    Ok(ApiResponse(Listing {
        data: history::list(&scope, input.path.0, Viewer::from_caller(&caller)).await?,
    }))
}

async fn list_agent_orders(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ListAgentOrders>,
) -> Result<ApiResponse<ListAgentOrders>, Failure> {
    let viewer = Viewer::from_caller(&caller);
    ensure_may_sort(&input.query, viewer)?;
    let now = state.clock.now();
    let reader = Reader::new(Side::Staff, &caller, now);
    Ok(ApiResponse(
        agent::page(
            &scope,
            &input.query,
            caller.staff_id()?,
            ReferenceVisibility::of_caller(&caller),
            (now, caller.timezone),
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

async fn get_agent_order(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ShowOrder>,
) -> Result<ApiResponse<ShowOrder>, Failure> {
    let now = state.clock.now();
    let reader = Reader::new(Side::Staff, &caller, now);
    let viewer = Viewer::from_caller(&caller).reading_at(&caller, now);
    Ok(ApiResponse(
        agent::card(&scope, input.path.0, &caller.agent_name, (reader, now), viewer).await?,
    ))
}

async fn list_agent_items(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ListOrderItems>,
) -> Result<ApiResponse<ListOrderItems>, Failure> {
    let viewer = Viewer::from_caller(&caller).reading_at(&caller, state.clock.now());
    Ok(ApiResponse(
        agent::items_page(&scope, input.path.0, &input.query, viewer).await?,
    ))
}

async fn get_agent_history(
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ShowOrderHistory>,
) -> Result<ApiResponse<ShowOrderHistory>, Failure> {
    agent::find(&scope, input.path.0).await?;
    Ok(ApiResponse(Listing {
        data: history::list(&scope, input.path.0, Viewer::from_caller(&caller)).await?,
    }))
}
