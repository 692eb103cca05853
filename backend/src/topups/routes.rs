//! Addresses of top-ups.

use super::{TopupError, entity::balance_request, requests, statement, wallets};
use crate::{
    clients::entity as client,
    identity::entity::agent,
    imports,
    orders::history::Actor,
    platform::{
        auth::Caller,
        http::{Answer, Api, ClientAddress, Failure, Input, Key, Upload, Window, finish},
        scope::{AgentScope, ClientScope, Rows, Tx, Wall},
        state::AppState,
        throttle::{self, Bucket},
    },
};
use axum::{Extension, extract::State};
use sea_orm::entity::prelude::*;
use shared_types::{
    endpoint::Endpoint,
    fields::Rule,
    money::{Currency, Money},
    orders::Side,
    page::Listing,
    problem::ProblemCode,
    topups::*,
};
use std::sync::Arc;

/// The feature's addresses.
pub fn routes(api: Api) -> Api {
    api.serve::<ListOwnRequests, _>(list_own)
        .serve::<AskTopup, _>(ask)
        .serve::<ReportTopup, _>(report)
        .serve::<CancelTopup, _>(cancel)
        .serve::<ShowRequisites, _>(show_requisites)
        .serve::<ListBalanceRequests, _>(list)
        .serve::<IssueRequisites, _>(issue)
        .serve::<ConfirmTopup, _>(confirm)
        .serve::<RejectTopup, _>(reject)
        .serve::<ReadStatement, _>(read_statement)
        .serve::<MatchStatement, _>(match_statement)
        .serve::<ListOwnWalletTopups, _>(list_own_wallets)
        .serve::<AskWalletTopup, _>(ask_wallet)
        .serve::<CancelWalletTopup, _>(cancel_wallet)
        .serve::<ListWalletTopups, _>(list_wallets)
        .serve::<PayWalletTopup, _>(pay_wallet)
        .serve::<RejectWalletTopup, _>(reject_wallet)
}

async fn client_of(rows: &impl Rows, id: i64) -> Result<Option<client::Model>, DbErr> {
    rows.one(client::Entity::find_by_id(id)).await
}

/// Ends a change with the request as it is now.
async fn answer<E: Endpoint<Response = BalanceRequest>, W: Wall>(
    state: &AppState,
    tx: Tx<W>,
    key: Option<Key>,
    side: Side,
    done: Result<balance_request::Model, TopupError>,
) -> Result<Answer<E>, Failure> {
    let result = match done {
        Ok(row) => {
            let client = client_of(&tx, row.client_id).await?;
            Ok(requests::view(row, client, side))
        }
        Err(error) => Err(error.into()),
    };
    finish(state, tx, key, result).await
}

/// The same for a payment app's.
async fn answer_wallet<E: Endpoint<Response = WalletTopup>, W: Wall>(
    state: &AppState,
    tx: Tx<W>,
    key: Option<Key>,
    done: Result<super::entity::wallet_topup::Model, TopupError>,
) -> Result<Answer<E>, Failure> {
    let result = match done {
        Ok(row) => {
            let client = client_of(&tx, row.client_id).await?;
            Ok(wallets::view(row, client))
        }
        Err(error) => Err(error.into()),
    };
    finish(state, tx, key, result).await
}

async fn list_own(scope: ClientScope, input: Input<ListOwnRequests>) -> Result<Answer<ListOwnRequests>, Failure> {
    let window = Window::read(input.query.limit, input.query.cursor.as_deref())?;
    Ok(Answer(
        requests::page(&scope, &input.query, window, Side::Client).await?,
    ))
}

async fn ask(
    State(state): State<AppState>,
    scope: ClientScope,
    input: Input<AskTopup>,
) -> Result<Answer<AskTopup>, Failure> {
    let tx = scope.begin().await?;
    let done = requests::ask(&tx, &input.body, state.clock.now()).await;
    answer(&state, tx, input.key, Side::Client, done).await
}

async fn report(
    State(state): State<AppState>,
    scope: ClientScope,
    input: Input<ReportTopup>,
) -> Result<Answer<ReportTopup>, Failure> {
    let tx = scope.begin().await?;
    let done = requests::step(&tx, input.path.0, RequestMove::Report, state.clock.now()).await;
    answer(&state, tx, input.key, Side::Client, done).await
}

async fn cancel(
    State(state): State<AppState>,
    scope: ClientScope,
    input: Input<CancelTopup>,
) -> Result<Answer<CancelTopup>, Failure> {
    let tx = scope.begin().await?;
    let done = requests::step(&tx, input.path.0, RequestMove::Cancel, state.clock.now()).await;
    answer(&state, tx, input.key, Side::Client, done).await
}

/// Anybody with the code may read where to pay; codes that are guessed lock the address out.
async fn show_requisites(
    State(state): State<AppState>,
    address: Option<Extension<ClientAddress>>,
    input: Input<ShowRequisites>,
) -> Result<Answer<ShowRequisites>, Failure> {
    let system = state.system();
    let now = state.clock.now();
    let address = address.map_or_else(|| "unknown".to_owned(), |Extension(address)| address.to_string());
    let buckets = [Bucket::address("requisites", &address)];
    if let Some(seconds) = throttle::locked_for(&system, &buckets, now).await? {
        return Err(Failure::later(seconds));
    }
    let select = balance_request::Entity::find().filter(balance_request::Column::Code.eq(input.path.0));
    let Some(row) = system.one(select).await? else {
        throttle::failed(&system, &buckets, now).await?;
        return Err(ProblemCode::NotFound.into());
    };
    let agent = system.one(agent::Entity::find_by_id(row.agent_id)).await?;
    let status = RequestStatus::from_name(&row.status).unwrap_or(RequestStatus::Canceled);
    Ok(Answer(RequisitesPage {
        agent_name: agent.map(|agent| agent.name).unwrap_or_default(),
        amount: Money::new(
            row.amount_minor,
            Currency::from_code(&row.currency).unwrap_or(Currency::Rub),
        ),
        status,
        requisites: row.requisites.filter(|_| status.shows_requisites()),
    }))
}

async fn list(scope: AgentScope, input: Input<ListBalanceRequests>) -> Result<Answer<ListBalanceRequests>, Failure> {
    let window = Window::read(input.query.limit, input.query.cursor.as_deref())?;
    Ok(Answer(requests::page(&scope, &input.query, window, Side::Staff).await?))
}

async fn issue(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Input<IssueRequisites>,
) -> Result<Answer<IssueRequisites>, Failure> {
    let tx = scope.begin().await?;
    let done = requests::issue(&tx, input.path.0, &input.body, state.clock.now()).await;
    answer(&state, tx, input.key, Side::Staff, done).await
}

async fn confirm(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ConfirmTopup>,
) -> Result<Answer<ConfirmTopup>, Failure> {
    let tx = scope.begin().await?;
    let now = state.clock.now();
    let done = requests::confirm(&tx, &Actor::from(&*caller), input.path.0, &input.body, now).await;
    answer(&state, tx, input.key, Side::Staff, done).await
}

async fn reject(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Input<RejectTopup>,
) -> Result<Answer<RejectTopup>, Failure> {
    let tx = scope.begin().await?;
    let done = requests::reject(&tx, input.path.0, &input.body, state.clock.now()).await;
    answer(&state, tx, input.key, Side::Staff, done).await
}

async fn read_statement(input: Upload<ReadStatement>) -> Result<Answer<ReadStatement>, Failure> {
    let lines = imports::lines(input.bytes).await?;
    let text = statement::operations(&lines).join("\n");
    if text.chars().count() > STATEMENT {
        return Err(Failure::field("text", Rule::TooLong(STATEMENT)));
    }
    Ok(Answer(Statement { text }))
}

async fn match_statement(scope: AgentScope, input: Input<MatchStatement>) -> Result<Answer<MatchStatement>, Failure> {
    Ok(Answer(Listing {
        data: requests::matches(&scope, &input.body).await?,
    }))
}

async fn list_own_wallets(
    scope: ClientScope,
    input: Input<ListOwnWalletTopups>,
) -> Result<Answer<ListOwnWalletTopups>, Failure> {
    let window = Window::read(input.query.limit, input.query.cursor.as_deref())?;
    Ok(Answer(wallets::page(&scope, &input.query, window).await?))
}

async fn ask_wallet(
    State(state): State<AppState>,
    scope: ClientScope,
    input: Input<AskWalletTopup>,
) -> Result<Answer<AskWalletTopup>, Failure> {
    let tx = scope.begin().await?;
    let done = wallets::ask(&tx, &input.body, state.clock.now()).await;
    answer_wallet(&state, tx, input.key, done).await
}

async fn cancel_wallet(
    State(state): State<AppState>,
    scope: ClientScope,
    input: Input<CancelWalletTopup>,
) -> Result<Answer<CancelWalletTopup>, Failure> {
    let tx = scope.begin().await?;
    let done = wallets::cancel(&tx, input.path.0, state.clock.now()).await;
    answer_wallet(&state, tx, input.key, done).await
}

async fn list_wallets(scope: AgentScope, input: Input<ListWalletTopups>) -> Result<Answer<ListWalletTopups>, Failure> {
    let window = Window::read(input.query.limit, input.query.cursor.as_deref())?;
    Ok(Answer(wallets::page(&scope, &input.query, window).await?))
}

async fn pay_wallet(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<PayWalletTopup>,
) -> Result<Answer<PayWalletTopup>, Failure> {
    let tx = scope.begin().await?;
    let now = state.clock.now();
    let done = wallets::pay(&tx, &Actor::from(&*caller), input.path.0, now).await;
    answer_wallet(&state, tx, input.key, done).await
}

async fn reject_wallet(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Input<RejectWalletTopup>,
) -> Result<Answer<RejectWalletTopup>, Failure> {
    let tx = scope.begin().await?;
    let done = wallets::reject(&tx, input.path.0, &input.body, state.clock.now()).await;
    answer_wallet(&state, tx, input.key, done).await
}
