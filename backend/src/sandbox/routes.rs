//! Routes of the sandbox.

use super::{error::SandboxError, flow};
use axum::extract::State;
use entities::order;
use platform::{
    auth::{Caller, Credential},
    http::{Api, ApiResponse, Failure, Input},
    scope::{AgentScope, ClientScope},
    state::AppState,
};
use shared_types::{api_keys::KeyEnvironment, orders::OrderStatus, problem::ProblemCode, sandbox::AdvanceOrder};
use std::sync::Arc;
use trade::orders::{OrderError, card};

/// Registers the routes of the sandbox.
pub fn routes(api: Api) -> Api {
    api.serve_sides::<AdvanceOrder, _, _>(advance_for_staff, advance_for_client)
}

/// Only a test key moves orders, and only where the data is made up.
fn ensure_test_key(caller: &Caller) -> Result<(), ProblemCode> {
    let is_test_key = matches!(&caller.credential, Credential::Key(key) if key.environment == KeyEnvironment::Test);
    if is_test_key && caller.is_sandbox {
        Ok(())
    } else {
        Err(ProblemCode::TestKeyRequired)
    }
}

async fn advance(state: &AppState, caller: &Caller, order: order::Model) -> Result<ApiResponse<AdvanceOrder>, Failure> {
    ensure_test_key(caller)?;
    Ok(ApiResponse(flow::advance(state, order).await?))
}

async fn advance_for_staff(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<AdvanceOrder>,
) -> Result<ApiResponse<AdvanceOrder>, Failure> {
    let order = card::find(&scope, input.path.0).await?;
    if order.status == OrderStatus::Draft {
        return Err(SandboxError::from(OrderError::NotFound).into());
    }
    advance(&state, &caller, order).await
}

async fn advance_for_client(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<AdvanceOrder>,
) -> Result<ApiResponse<AdvanceOrder>, Failure> {
    advance(&state, &caller, card::find(&scope, input.path.0).await?).await
}
