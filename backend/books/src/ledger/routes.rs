//! Routes of balances and operations.

use super::{Account, Document, LedgerError, NewEntry, operations, post, reverse, transfer};
use chrono::{DateTime, Utc};
use entities::client;
use platform::{
    auth::{Caller, Membership},
    http::{AgentCall, Api, ApiResponse, ApiResult, ClientCall, Failure, Input},
    page::PageWindow,
    scope::{AgentPolicy, AgentScope, ClientScope, LedgerAccess, ScopedConnection, Tx},
};
use sea_orm::entity::prelude::*;
use shared_types::{
    fields::{FieldErrors, Rule},
    id::{ClientId, EntryId},
    ledger::*,
    money::{Currency, Money},
    problem::ProblemCode,
};
use std::sync::Arc;

/// Registers the routes of balances and operations.
pub fn routes(api: Api) -> Api {
    api.serve::<ShowBalance, _>(get_balance)
        .serve::<ListDeposits, _>(list_deposits)
        .serve::<ListClientDeposits, _>(list_client_deposits)
        .serve::<ListOperations, _>(list_operations)
        .serve::<ShowClientBalance, _>(get_client_balance)
        .serve::<ListClientOperations, _>(list_client_operations)
        .serve::<AdjustBalance, _>(adjust)
        .serve::<ReverseOperation, _>(reverse_operation)
}

/// The client that the caller is a member of. Staff are refused; their requests are not routed here.
pub(super) fn own_client_id(caller: &Caller) -> Result<ClientId, ProblemCode> {
    match caller.membership {
        Membership::Member { client_id, .. } => Ok(client_id),
        Membership::Staff { .. } => Err(ProblemCode::NotFound),
    }
}

/// Fails unless the scope can see the client.
pub(super) async fn ensure_client_visible(rows: &impl ScopedConnection, id: ClientId) -> Result<(), LedgerError> {
    let found = rows.one(client::Entity::find_by_id(id)).await?;
    found.map(drop).ok_or(LedgerError::NotFound)
}

async fn get_balance(scope: ClientScope, caller: Arc<Caller>) -> Result<ApiResponse<ShowBalance>, Failure> {
    let client_id = own_client_id(&caller)?;
    let (accounts, reserved) = operations::balances_and_reserves(&scope.ledger(), client_id).await?;
    let (deposits, deposits_cursor) = operations::first_deposits(&scope, client_id).await?;
    Ok(ApiResponse(Balance {
        accounts,
        reserved,
        deposits,
        deposits_cursor,
    }))
}

async fn list_deposits(call: ClientCall<ListDeposits>) -> ApiResult<ListDeposits> {
    let window = PageWindow::from_query(call.query.limit, call.query.cursor.as_deref())?;
    let client_id = own_client_id(&call.caller)?;
    Ok(ApiResponse(operations::deposits(&call.scope, client_id, window).await?))
}

async fn list_client_deposits(call: AgentCall<ListClientDeposits>) -> ApiResult<ListClientDeposits> {
    let window = PageWindow::from_query(call.query.limit, call.query.cursor.as_deref())?;
    ensure_client_visible(&call.scope, call.path.0).await?;
    Ok(ApiResponse(
        operations::deposits(&call.scope, call.path.0, window).await?,
    ))
}

async fn list_operations(call: ClientCall<ListOperations>) -> ApiResult<ListOperations> {
    let window = PageWindow::from_query(call.query.limit, call.query.cursor.as_deref())?;
    let page = operations::page(
        &call.scope.ledger(),
        own_client_id(&call.caller)?,
        &call.query,
        window,
        call.caller.timezone,
    )
    .await?;
    Ok(ApiResponse(page))
}

async fn get_client_balance(
    scope: AgentScope,
    input: Input<ShowClientBalance>,
) -> Result<ApiResponse<ShowClientBalance>, Failure> {
    let (client_id,) = input.path;
    ensure_client_visible(&scope, client_id).await?;
    let (accounts, reserved) = operations::balances_and_reserves(&scope.ledger(), client_id).await?;
    let (deposits, deposits_cursor) = operations::first_deposits(&scope, client_id).await?;
    Ok(ApiResponse(ClientBalance {
        client_id,
        accounts,
        reserved,
        deposits,
        deposits_cursor,
    }))
}

async fn list_client_operations(call: AgentCall<ListClientOperations>) -> ApiResult<ListClientOperations> {
    ensure_client_visible(&call.scope, call.path.0).await?;
    let window = PageWindow::from_query(call.query.limit, call.query.cursor.as_deref())?;
    let page = operations::page(
        &call.scope.ledger(),
        call.path.0,
        &call.query,
        window,
        call.caller.timezone,
    )
    .await?;
    Ok(ApiResponse(page))
}

/// Parses a signed amount in a balance currency. Zero is refused.
fn parse_signed_amount(errors: &mut FieldErrors, text: &str, currency: Currency) -> Money {
    if !BALANCE_CURRENCIES.contains(&currency) {
        errors.add("currency", Rule::UnknownValue);
    }
    match Money::parse(text, currency) {
        Ok(money) if money.minor != 0 && money.minor.abs() <= AMOUNT_MINOR => return money,
        Ok(_) => errors.add("amount", Rule::OutOfRange(-AMOUNT_MINOR / 100, AMOUNT_MINOR / 100)),
        Err(_) => errors.add("amount", Rule::NotAnAmount),
    }
    Money::zero(currency)
}

async fn adjust(call: AgentCall<AdjustBalance>) -> ApiResult<AdjustBalance> {
    let post = async |tx: &_| Ok(post_adjustment(tx, &call.caller, call.path.0, &call.body, call.now).await?);
    call.run(post).await
}

async fn post_adjustment(
    tx: &Tx<AgentPolicy>,
    caller: &Caller,
    client_id: ClientId,
    body: &Adjustment,
    now: DateTime<Utc>,
) -> Result<Operation, LedgerError> {
    let mut errors = FieldErrors::default();
    let money = parse_signed_amount(&mut errors, &body.amount.0, body.currency);
    let memo = errors.required_text("memo", &body.memo, MEMO);
    errors.into_result(())?;
    ensure_client_visible(tx, client_id).await?;
    let new = NewEntry {
        kind: EntryKind::Adjustment,
        document: Document::Client(client_id),
        memo,
        actor_user_id: Some(caller.user_id),
        reverses: None,
        legs: transfer(Account::Suspense, Account::Client(client_id), money),
    };
    let posted = post(&tx.ledger(), new, now).await?;
    operations::get(&tx.ledger(), client_id, posted.entry.id).await
}

async fn reverse_operation(call: AgentCall<ReverseOperation>) -> ApiResult<ReverseOperation> {
    call.run(async |tx| Ok(reverse_by_hand(tx, &call.caller, call.path, &call.body, call.now).await?))
        .await
}

async fn reverse_by_hand(
    tx: &Tx<AgentPolicy>,
    caller: &Caller,
    (client_id, entry_id): (ClientId, EntryId),
    body: &ReversalReason,
    now: DateTime<Utc>,
) -> Result<Operation, LedgerError> {
    let mut errors = FieldErrors::default();
    let memo = errors.required_text("memo", &body.memo, MEMO);
    errors.into_result(())?;
    ensure_client_visible(tx, client_id).await?;
    let original = operations::get(&tx.ledger(), client_id, entry_id).await?;
    let document = Document::Client(client_id);
    let posted = reverse::post_reversal(tx, &original, document, memo, Some(caller.user_id), now).await?;
    operations::get(&tx.ledger(), client_id, posted.entry.id).await
}
