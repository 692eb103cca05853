//! Addresses of balances.

use super::{
    Account, Document, LedgerError, Leg, NewEntry,
    entity::{entry, posting},
    operations, post, transfer,
};
use crate::{
    clients::entity as client,
    platform::{
        auth::{Caller, Membership},
        http::{Answer, Api, Failure, Input, Window, finish},
        scope::{AgentScope, AgentWall, Bookkeeper, ClientScope, Rows, Tx},
        state::AppState,
    },
};
use axum::extract::State;
use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;
use shared_types::{
    fields::{FieldErrors, Rule},
    id::{ClientId, EntryId},
    ledger::*,
    money::{Currency, Money},
};
use std::sync::Arc;

/// The feature's addresses.
pub fn routes(api: Api) -> Api {
    api.serve::<ShowBalance, _>(show)
        .serve::<ListOperations, _>(list)
        .serve::<ShowClientBalance, _>(show_of_client)
        .serve::<ListClientOperations, _>(list_of_client)
        .serve::<AdjustBalance, _>(adjust)
        .serve::<ReverseOperation, _>(reverse)
}

pub(super) fn own(caller: &Caller) -> ClientId {
    match caller.membership {
        Membership::Member { client_id, .. } => ClientId(client_id),
        Membership::Staff { .. } => ClientId(0),
    }
}

/// Staff reach the balance of a client that their wall lets them see.
pub(super) async fn seen(rows: &impl Rows, id: ClientId) -> Result<(), LedgerError> {
    let found = rows.one(client::Entity::find_by_id(id.0)).await?;
    found.map(drop).ok_or(LedgerError::NotFound)
}

async fn show(scope: ClientScope, caller: Arc<Caller>) -> Result<Answer<ShowBalance>, Failure> {
    Ok(Answer(Balance {
        accounts: operations::balances(&scope.books(), own(&caller)).await?,
    }))
}

async fn list(
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<ListOperations>,
) -> Result<Answer<ListOperations>, Failure> {
    let window = Window::read(input.query.limit, input.query.cursor.as_deref())?;
    let page = operations::page(&scope.books(), own(&caller), &input.query, window).await?;
    Ok(Answer(page))
}

async fn show_of_client(
    scope: AgentScope,
    input: Input<ShowClientBalance>,
) -> Result<Answer<ShowClientBalance>, Failure> {
    let (client_id,) = input.path;
    seen(&scope, client_id).await?;
    Ok(Answer(ClientBalance {
        client_id,
        accounts: operations::balances(&scope.books(), client_id).await?,
    }))
}

async fn list_of_client(
    scope: AgentScope,
    input: Input<ListClientOperations>,
) -> Result<Answer<ListClientOperations>, Failure> {
    seen(&scope, input.path.0).await?;
    let window = Window::read(input.query.limit, input.query.cursor.as_deref())?;
    let page = operations::page(&scope.books(), input.path.0, &input.query, window).await?;
    Ok(Answer(page))
}

/// Reads a signed amount of a balance's currency; nothing is refused as too little but nothing at all.
fn amount(errors: &mut FieldErrors, text: &str, currency: Currency) -> Money {
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
) -> Result<Answer<AdjustBalance>, Failure> {
    let tx = scope.begin().await?;
    let done = adjusted(&tx, &caller, input.path.0, &input.body, state.clock.now()).await;
    finish(&state, tx, input.key, done.map_err(Failure::from)).await
}

async fn adjusted(
    tx: &Tx<AgentWall>,
    caller: &Caller,
    client_id: ClientId,
    body: &Adjustment,
    now: DateTime<Utc>,
) -> Result<Operation, LedgerError> {
    let mut errors = FieldErrors::default();
    let money = amount(&mut errors, &body.amount.0, body.currency);
    let memo = errors.required_text("memo", &body.memo, MEMO);
    errors.or(())?;
    seen(tx, client_id).await?;
    let new = NewEntry {
        kind: EntryKind::Adjustment,
        document: Document::Client(client_id.0),
        memo,
        actor_user_id: Some(caller.user_id),
        reverses: None,
        legs: transfer(Account::Suspense, Account::Client(client_id.0), money),
    };
    let posted = post(&tx.books(), new, now).await?;
    operations::operation(&tx.books(), client_id, posted.entry.id).await
}

async fn reverse(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ReverseOperation>,
) -> Result<Answer<ReverseOperation>, Failure> {
    let tx = scope.begin().await?;
    let done = reversed(&tx, &caller, input.path, &input.body, state.clock.now()).await;
    finish(&state, tx, input.key, done.map_err(Failure::from)).await
}

async fn reversed(
    tx: &Tx<AgentWall>,
    caller: &Caller,
    (client_id, entry_id): (ClientId, EntryId),
    body: &ReversalReason,
    now: DateTime<Utc>,
) -> Result<Operation, LedgerError> {
    let mut errors = FieldErrors::default();
    let memo = errors.required_text("memo", &body.memo, MEMO);
    errors.or(())?;
    seen(tx, client_id).await?;
    let first = operations::operation(&tx.books(), client_id, entry_id.0).await?;
    if !matches!(first.kind, EntryKind::Topup | EntryKind::Adjustment) {
        return Err(LedgerError::NotReversible(
            "only top-ups and corrections are taken back here",
        ));
    }
    let again = entry::Entity::find().filter(entry::Column::ReversesId.eq(entry_id.0));
    if tx.books().one(again).await?.is_some() {
        return Err(LedgerError::REVERSED);
    }
    let postings = posting::Entity::find().filter(posting::Column::EntryId.eq(entry_id.0));
    // A top-up came through the cash box, a correction through the suspense account: the money goes back the way it came.
    let other = if first.kind == EntryKind::Topup {
        Account::CashBox
    } else {
        Account::Suspense
    };
    let legs = tx.books().all(postings).await?.into_iter().filter_map(|row| {
        let account = row.client_id.map_or(other, Account::Client);
        let currency = Currency::from_code(&row.currency)?;
        Some(Leg {
            account,
            amount: Money::new(-row.amount_minor, currency),
        })
    });
    let new = NewEntry {
        kind: EntryKind::Reversal,
        document: Document::Client(client_id.0),
        memo,
        actor_user_id: Some(caller.user_id),
        reverses: Some(entry_id.0),
        legs: legs.collect(),
    };
    let posted = post(&tx.books(), new, now).await?;
    operations::operation(&tx.books(), client_id, posted.entry.id).await
}
