//! Routes of purchasing accounts.

use super::accounts;
use axum::extract::State;
use platform::{
    auth::Caller,
    http::{Api, ApiResponse, Failure, Input},
    page::PageWindow,
    scope::AgentScope,
    state::AppState,
};
use shared_types::{
    page::Listing,
    purchasing::{DepositToAccount, ListAccountBalances, ListAccountOperations},
};
use std::sync::Arc;

/// Registers the routes of purchasing accounts.
pub fn routes(api: Api) -> Api {
    api.serve::<ListAccountBalances, _>(list)
        .serve::<ListAccountOperations, _>(list_operations)
        .serve::<DepositToAccount, _>(deposit)
}

async fn list(scope: AgentScope) -> Result<ApiResponse<ListAccountBalances>, Failure> {
    Ok(ApiResponse(Listing {
        data: accounts::list(&scope).await?,
    }))
}

async fn list_operations(
    scope: AgentScope,
    input: Input<ListAccountOperations>,
) -> Result<ApiResponse<ListAccountOperations>, Failure> {
    let window = PageWindow::from_query(input.query.limit, input.query.cursor.as_deref())?;
    Ok(ApiResponse(accounts::operations(&scope, input.path.0, window).await?))
}

async fn deposit(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<DepositToAccount>,
) -> Result<ApiResponse<DepositToAccount>, Failure> {
    let now = state.clock.now();
    scope
        .run(&state, input.key, async |tx| {
            Ok(accounts::deposit(tx, caller.user_id, input.path.0, &input.body, now).await?)
        })
        .await
}
