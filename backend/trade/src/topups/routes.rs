//! Routes of top-up requests.

use super::{TopupError, boxes, requests, statement_routes, wallets};
use crate::orders::history::Actor;
use axum::{Extension, extract::State};
use books::settings;
use entities::{agent, balance_request, client, wallet_topup};
use infra::media::UrlSigner;
use platform::{
    auth::Caller,
    http::{AgentCall, Api, ApiResponse, ApiResult, ClientAddress, ClientCall, Failure, IdempotencyKey, Input},
    page::PageWindow,
    scope::{AgentScope, ClientScope, RowPolicy, Scope, ScopedConnection, Tx},
    state::AppState,
    throttle::{self, Bucket},
};
use sea_orm::entity::prelude::*;
use shared_types::{
    endpoint::Endpoint, id::ClientId, money::Money, orders::Side, page::Listing, problem::ProblemCode, topups::*,
};
use std::sync::Arc;

/// Registers the routes of top-up requests.
pub fn routes(api: Api) -> Api {
    statement_routes::routes(api)
        .serve::<ListOwnBalanceRequests, _>(list_own_requests)
        .serve::<RequestTopup, _>(create_request)
        .serve::<ReportTopup, _>(report_request)
        .serve::<CancelTopup, _>(cancel_request)
        .serve::<ShowRequisites, _>(get_requisites)
        .serve::<ListBalanceRequests, _>(list_requests)
        .serve::<IssueRequisites, _>(issue_requisites)
        .serve::<ConfirmTopup, _>(confirm_request)
        .serve::<ListTopupBoxes, _>(list_boxes)
        .serve::<ReopenTopup, _>(reopen_request)
        .serve::<RejectTopup, _>(reject_request)
        .serve::<ListOwnWalletTopups, _>(list_own_wallet_topups)
        .serve::<RequestWalletTopup, _>(create_wallet_topup)
        .serve::<CancelWalletTopup, _>(cancel_wallet_topup)
        .serve::<ListWalletTopups, _>(list_wallet_topups)
        .serve::<PayWalletTopup, _>(pay_wallet_topup)
        .serve::<RejectWalletTopup, _>(reject_wallet_topup)
}

async fn find_client(rows: &impl ScopedConnection, id: ClientId) -> Result<Option<client::Model>, DbErr> {
    rows.one(client::Entity::find_by_id(id)).await
}

/// Runs an operation on a balance request and responds with the request.
async fn change_request<E: Endpoint<Response = BalanceRequest>, W: RowPolicy>(
    state: &AppState,
    scope: &Scope<W>,
    key: Option<IdempotencyKey>,
    side: Side,
    operation: impl AsyncFnOnce(&Tx<W>) -> Result<balance_request::Model, TopupError>,
) -> Result<ApiResponse<E>, Failure> {
    scope
        .run(state, key, async |tx| {
            let row = operation(tx).await?;
            let client = find_client(tx, row.client_id).await?;
            Ok(requests::view(row, client, side))
        })
        .await
}

/// Runs an operation on a payment app request and responds with the request.
async fn change_wallet_topup<E: Endpoint<Response = WalletTopup>, W: RowPolicy>(
    state: &AppState,
    scope: &Scope<W>,
    key: Option<IdempotencyKey>,
    operation: impl AsyncFnOnce(&Tx<W>) -> Result<wallet_topup::Model, TopupError>,
) -> Result<ApiResponse<E>, Failure> {
    scope
        .run(state, key, async |tx| {
            let row = operation(tx).await?;
            let client = find_client(tx, row.client_id).await?;
            Ok(wallets::view(row, client))
        })
        .await
}

async fn list_own_requests(call: ClientCall<ListOwnBalanceRequests>) -> ApiResult<ListOwnBalanceRequests> {
    let window = PageWindow::from_query(call.query.limit, call.query.cursor.as_deref())?;
    Ok(ApiResponse(
        requests::page(&call.scope, &call.query, window, Side::Client, call.now).await?,
    ))
}

async fn create_request(
    State(state): State<AppState>,
    scope: ClientScope,
    input: Input<RequestTopup>,
) -> Result<ApiResponse<RequestTopup>, Failure> {
    let (client_id, now) = (scope.policy().client_id(), state.clock.now());
    change_request(&state, &scope, input.key, Side::Client, async |tx| {
        requests::create(tx, client_id, &input.body, now).await
    })
    .await
}

async fn report_request(
    State(state): State<AppState>,
    scope: ClientScope,
    input: Input<ReportTopup>,
) -> Result<ApiResponse<ReportTopup>, Failure> {
    let now = state.clock.now();
    change_request(&state, &scope, input.key, Side::Client, async |tx| {
        requests::change_status(tx, input.path.0, RequestMove::Report, now).await
    })
    .await
}

async fn cancel_request(
    State(state): State<AppState>,
    scope: ClientScope,
    input: Input<CancelTopup>,
) -> Result<ApiResponse<CancelTopup>, Failure> {
    let now = state.clock.now();
    change_request(&state, &scope, input.key, Side::Client, async |tx| {
        requests::change_status(tx, input.path.0, RequestMove::Cancel, now).await
    })
    .await
}

/// Shows the requisites to anyone who has the code of the request. Wrong codes lock out the network address.
async fn get_requisites(
    State(state): State<AppState>,
    address: Option<Extension<ClientAddress>>,
    input: Input<ShowRequisites>,
) -> Result<ApiResponse<ShowRequisites>, Failure> {
    let system = state.system();
    let now = state.clock.now();
    let address = address.map_or_else(|| "unknown".to_owned(), |Extension(address)| address.to_string());
    let buckets = [Bucket::address("requisites", &address)];
    if let Some(seconds) = throttle::locked_for(&system, &buckets, now).await? {
        return Err(Failure::too_many_requests(seconds));
    }
    let select = balance_request::Entity::find().filter(balance_request::Column::Code.eq(input.path.0));
    let Some(row) = system.one(select).await? else {
        throttle::record_failure(&system, &buckets, now).await?;
        return Err(ProblemCode::NotFound.into());
    };
    let agent = system.one(agent::Entity::find_by_id(row.agent_id)).await?;
    let name = agent.map(|agent| agent.name).unwrap_or_default();
    let brand = settings::brand(&system.enter_agent(row.agent_id), &name, &UrlSigner::new(&state)).await?;
    let status = row.status;
    Ok(ApiResponse(RequisitesPage {
        agent: brand,
        amount: Money::new(row.amount_minor, row.currency),
        status,
        payment_code: requests::payment_code(&row),
        requisites: row.requisites.filter(|_| status.shows_requisites()),
    }))
}

async fn list_requests(call: AgentCall<ListBalanceRequests>) -> ApiResult<ListBalanceRequests> {
    let window = PageWindow::from_query(call.query.limit, call.query.cursor.as_deref())?;
    Ok(ApiResponse(
        requests::page(&call.scope, &call.query, window, Side::Staff, call.now).await?,
    ))
}

async fn issue_requisites(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Input<IssueRequisites>,
) -> Result<ApiResponse<IssueRequisites>, Failure> {
    let now = state.clock.now();
    change_request(&state, &scope, input.key, Side::Staff, async |tx| {
        requests::issue(tx, input.path.0, &input.body, now).await
    })
    .await
}

async fn confirm_request(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ConfirmTopup>,
) -> Result<ApiResponse<ConfirmTopup>, Failure> {
    let (actor, now) = (Actor::from(&*caller), state.clock.now());
    let keeper = boxes::only_keeper(&caller)?;
    change_request(&state, &scope, input.key, Side::Staff, async |tx| {
        requests::confirm(tx, (&actor, keeper), input.path.0, &input.body, now).await
    })
    .await
}

async fn list_boxes(call: AgentCall<ListTopupBoxes>) -> ApiResult<ListTopupBoxes> {
    let row = call.scope.one(balance_request::Entity::find_by_id(call.path.0)).await?;
    let row = row.ok_or(ProblemCode::NotFound)?;
    let agent = call.state.system().enter_agent(call.caller.agent_id);
    let rows = match boxes::only_keeper(&call.caller)? {
        Some(keeper) => agent.only_assigned_to(keeper),
        None => agent,
    };
    let data = boxes::list(&call.scope, &rows, &row).await?;
    Ok(ApiResponse(Listing { data }))
}

async fn reopen_request(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ReopenTopup>,
) -> Result<ApiResponse<ReopenTopup>, Failure> {
    let (actor, now) = (Actor::from(&*caller), state.clock.now());
    change_request(&state, &scope, input.key, Side::Staff, async |tx| {
        requests::reopen(tx, &actor, input.path.0, &input.body, now).await
    })
    .await
}

async fn reject_request(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Input<RejectTopup>,
) -> Result<ApiResponse<RejectTopup>, Failure> {
    let now = state.clock.now();
    change_request(&state, &scope, input.key, Side::Staff, async |tx| {
        requests::reject(tx, input.path.0, &input.body, now).await
    })
    .await
}

async fn list_own_wallet_topups(call: ClientCall<ListOwnWalletTopups>) -> ApiResult<ListOwnWalletTopups> {
    let window = PageWindow::from_query(call.query.limit, call.query.cursor.as_deref())?;
    Ok(ApiResponse(
        wallets::page(&call.scope, &call.query, window, call.now).await?,
    ))
}

async fn create_wallet_topup(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<RequestWalletTopup>,
) -> Result<ApiResponse<RequestWalletTopup>, Failure> {
    let (actor, now) = (Actor::from(&*caller), state.clock.now());
    change_wallet_topup(&state, &scope, input.key, async |tx| {
        wallets::create(tx, &actor, &input.body, now).await
    })
    .await
}

async fn cancel_wallet_topup(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<CancelWalletTopup>,
) -> Result<ApiResponse<CancelWalletTopup>, Failure> {
    let (actor, now) = (Actor::from(&*caller), state.clock.now());
    change_wallet_topup(&state, &scope, input.key, async |tx| {
        wallets::cancel(tx, &actor, input.path.0, now).await
    })
    .await
}

async fn list_wallet_topups(call: AgentCall<ListWalletTopups>) -> ApiResult<ListWalletTopups> {
    let window = PageWindow::from_query(call.query.limit, call.query.cursor.as_deref())?;
    Ok(ApiResponse(
        wallets::page(&call.scope, &call.query, window, call.now).await?,
    ))
}

async fn pay_wallet_topup(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<PayWalletTopup>,
) -> Result<ApiResponse<PayWalletTopup>, Failure> {
    let (actor, now) = (Actor::from(&*caller), state.clock.now());
    change_wallet_topup(&state, &scope, input.key, async |tx| {
        wallets::pay(tx, &actor, input.path.0, now).await
    })
    .await
}

async fn reject_wallet_topup(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<RejectWalletTopup>,
) -> Result<ApiResponse<RejectWalletTopup>, Failure> {
    let (actor, now) = (Actor::from(&*caller), state.clock.now());
    change_wallet_topup(&state, &scope, input.key, async |tx| {
        wallets::reject(tx, &actor, input.path.0, &input.body, now).await
    })
    .await
}
