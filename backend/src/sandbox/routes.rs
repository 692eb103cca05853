//! Routes of the sandbox.

use super::{error::SandboxError, flow};
use entities::order;
use platform::{
    auth::{Caller, Credential},
    http::{AgentCall, Api, ApiResponse, ApiResult, ClientCall, Failure},
    state::AppState,
};
use shared_types::{api_keys::KeyEnvironment, orders::OrderStatus, problem::ProblemCode, sandbox::AdvanceOrder};
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

async fn advance_for_staff(call: AgentCall<AdvanceOrder>) -> ApiResult<AdvanceOrder> {
    let order = card::find(&call.scope, call.path.0).await?;
    if order.status == OrderStatus::Draft {
        return Err(SandboxError::from(OrderError::NotFound).into());
    }
    advance(&call.state, &call.caller, order).await
}

async fn advance_for_client(call: ClientCall<AdvanceOrder>) -> ApiResult<AdvanceOrder> {
    advance(&call.state, &call.caller, card::find(&call.scope, call.path.0).await?).await
}
