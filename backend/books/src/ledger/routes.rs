//! Routes of balances and operations.

use super::{Account, Document, LedgerError, Leg, NewEntry, operations, post, transfer};
use axum::extract::State;
use chrono::{DateTime, Utc};
use entities::client;
use entities::{ledger_entry as entry, ledger_posting as posting};
use platform::{
    auth::{Caller, Membership},
    http::{Api, ApiResponse, Failure, Input},
    page::PageWindow,
    scope::{AgentPolicy, AgentScope, ClientScope, LedgerAccess, ScopedConnection, Tx},
    state::AppState,
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
        .serve::<ListOperations, _>(list_operations)
        .serve::<ShowClientBalance, _>(get_client_balance)
        .serve::<ListClientOperations, _>(list_client_operations)
        .serve::<AdjustBalance, _>(adjust)
        .serve::<ReverseOperation, _>(reverse)
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
    Ok(ApiResponse(Balance {
        accounts,
        deposits: operations::deposits(&scope, client_id).await?,
        reserved,
    }))
}

async fn list_operations(
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<ListOperations>,
) -> Result<ApiResponse<ListOperations>, Failure> {
    let window = PageWindow::from_query(input.query.limit, input.query.cursor.as_deref())?;
    let page = operations::page(
        &scope.ledger(),
        own_client_id(&caller)?,
        &input.query,
        window,
        caller.timezone,
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
    Ok(ApiResponse(ClientBalance {
        client_id,
        accounts,
        deposits: operations::deposits(&scope, client_id).await?,
        reserved,
    }))
}

async fn list_client_operations(
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ListClientOperations>,
) -> Result<ApiResponse<ListClientOperations>, Failure> {
    ensure_client_visible(&scope, input.path.0).await?;
    let window = PageWindow::from_query(input.query.limit, input.query.cursor.as_deref())?;
    let page = operations::page(&scope.ledger(), input.path.0, &input.query, window, caller.timezone).await?;
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

async fn adjust(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<AdjustBalance>,
) -> Result<ApiResponse<AdjustBalance>, Failure> {
    let now = state.clock.now();
    let post = async |tx: &_| Ok(post_adjustment(tx, &caller, input.path.0, &input.body, now).await?);
    scope.run(&state, input.key, post).await
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

async fn reverse(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ReverseOperation>,
) -> Result<ApiResponse<ReverseOperation>, Failure> {
    let now = state.clock.now();
    scope
        .run(&state, input.key, async |tx| {
            Ok(post_reversal(tx, &caller, input.path, &input.body, now).await?)
        })
        .await
}

async fn post_reversal(
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
    if !matches!(original.kind, EntryKind::Topup | EntryKind::Adjustment) {
        return Err(LedgerError::NotReversible);
    }
    let reversal = entry::Entity::find().filter(entry::Column::ReversesId.eq(entry_id.0));
    if tx.ledger().one(reversal).await?.is_some() {
        return Err(LedgerError::AlreadyReversed);
    }
    let postings = posting::Entity::find().filter(posting::Column::EntryId.eq(entry_id.0));
    // The counterpart of a top-up is the cash box, and of a correction the suspense account.
    let counterpart = if original.kind == EntryKind::Topup {
        Account::CashBox
    } else {
        Account::Suspense
    };
    let legs = tx.ledger().all(postings).await?.into_iter().map(|row| Leg {
        account: row.client_id.map_or(counterpart, Account::Client),
        amount: Money::new(-row.amount_minor, row.currency),
    });
    let new = NewEntry {
        kind: EntryKind::Reversal,
        document: Document::Client(client_id),
        memo,
        actor_user_id: Some(caller.user_id),
        reverses: Some(entry_id),
        legs: legs.collect(),
    };
    let posted = post(&tx.ledger(), new, now).await?;
    operations::get(&tx.ledger(), client_id, posted.entry.id).await
}
