//! Routes of withdrawals.

use super::{TopupError, withdrawals};
use crate::orders::history::Actor;
use axum::extract::State;
use entities::{client, withdrawal};
use platform::{
    auth::Caller,
    http::{Api, ApiResponse, Failure, IdempotencyKey, Input},
    page::PageWindow,
    scope::{AgentScope, ClientScope, RowPolicy, Scope, ScopedConnection, Tx},
    state::AppState,
};
use sea_orm::entity::prelude::*;
use shared_types::{endpoint::Endpoint, orders::Side, topups::*};
use std::sync::Arc;

/// Registers the routes of withdrawals.
pub fn routes(api: Api) -> Api {
    api.serve::<ListOwnWithdrawals, _>(list_own)
        .serve::<RequestWithdrawal, _>(request)
        .serve::<CancelWithdrawal, _>(cancel)
        .serve::<ListWithdrawals, _>(list)
        .serve::<RequestClientWithdrawal, _>(request_for_client)
        .serve::<ConfirmWithdrawal, _>(confirm)
        .serve::<PayWithdrawal, _>(pay)
        .serve::<RejectWithdrawal, _>(reject)
}

/// Runs an operation on a withdrawal and responds with the withdrawal.
async fn change<E: Endpoint<Response = Withdrawal>, W: RowPolicy>(
    state: &AppState,
    scope: &Scope<W>,
    key: Option<IdempotencyKey>,
    side: Side,
    operation: impl AsyncFnOnce(&Tx<W>) -> Result<withdrawal::Model, TopupError>,
) -> Result<ApiResponse<E>, Failure> {
    scope
        .run(state, key, async |tx| {
            let row = operation(tx).await?;
            let client = tx.one(client::Entity::find_by_id(row.client_id)).await?;
            let changes = withdrawals::list_changes(tx, vec![row.id]).await?.remove(&row.id);
            Ok(withdrawals::view(row, client, changes.unwrap_or_default(), side))
        })
        .await
}

async fn list_own(
    scope: ClientScope,
    input: Input<ListOwnWithdrawals>,
) -> Result<ApiResponse<ListOwnWithdrawals>, Failure> {
    let window = PageWindow::from_query(input.query.limit, input.query.cursor.as_deref())?;
    Ok(ApiResponse(
        withdrawals::page(&scope, &input.query, window, Side::Client).await?,
    ))
}

async fn request(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<RequestWithdrawal>,
) -> Result<ApiResponse<RequestWithdrawal>, Failure> {
    let (actor, now) = (Actor::from(&*caller), state.clock.now());
    change(&state, &scope, input.key, Side::Client, async |tx| {
        withdrawals::create(tx, &actor, None, &input.body, now).await
    })
    .await
}

async fn cancel(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<CancelWithdrawal>,
) -> Result<ApiResponse<CancelWithdrawal>, Failure> {
    let (actor, now) = (Actor::from(&*caller), state.clock.now());
    change(&state, &scope, input.key, Side::Client, async |tx| {
        withdrawals::apply_move(tx, &actor, input.path.0, WithdrawalMove::Cancel, None, now).await
    })
    .await
}

async fn list(scope: AgentScope, input: Input<ListWithdrawals>) -> Result<ApiResponse<ListWithdrawals>, Failure> {
    let window = PageWindow::from_query(input.query.limit, input.query.cursor.as_deref())?;
    Ok(ApiResponse(
        withdrawals::page(&scope, &input.query, window, Side::Staff).await?,
    ))
}

async fn request_for_client(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<RequestClientWithdrawal>,
) -> Result<ApiResponse<RequestClientWithdrawal>, Failure> {
    let (actor, now) = (Actor::from(&*caller), state.clock.now());
    change(&state, &scope, input.key, Side::Staff, async |tx| {
        let client = tx.one(client::Entity::find_by_id(input.path.0)).await?;
        let client = client.ok_or(TopupError::NotFound)?;
        withdrawals::create(tx, &actor, Some((client.agent_id, client.id)), &input.body, now).await
    })
    .await
}

async fn confirm(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ConfirmWithdrawal>,
) -> Result<ApiResponse<ConfirmWithdrawal>, Failure> {
    let (actor, now) = (Actor::from(&*caller), state.clock.now());
    change(&state, &scope, input.key, Side::Staff, async |tx| {
        withdrawals::apply_move(tx, &actor, input.path.0, WithdrawalMove::Confirm, None, now).await
    })
    .await
}

async fn pay(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<PayWithdrawal>,
) -> Result<ApiResponse<PayWithdrawal>, Failure> {
    let (actor, now) = (Actor::from(&*caller), state.clock.now());
    change(&state, &scope, input.key, Side::Staff, async |tx| {
        withdrawals::apply_move(tx, &actor, input.path.0, WithdrawalMove::Pay, None, now).await
    })
    .await
}

async fn reject(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<RejectWithdrawal>,
) -> Result<ApiResponse<RejectWithdrawal>, Failure> {
    let (actor, now) = (Actor::from(&*caller), state.clock.now());
    change(&state, &scope, input.key, Side::Staff, async |tx| {
        let reason = Some(input.body.reason.as_str());
        withdrawals::apply_move(tx, &actor, input.path.0, WithdrawalMove::Reject, reason, now).await
    })
    .await
}
