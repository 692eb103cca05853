//! The route of the home page.

use axum::extract::State;
use platform::{
    auth::Caller,
    http::{Api, ApiResponse, Failure},
    scope::AgentScope,
    state::AppState,
};
use shared_types::home::ShowAgentHome;
use std::sync::Arc;

/// Registers the route of the home page.
pub fn routes(api: Api) -> Api {
    api.serve::<ShowAgentHome, _>(show)
}

async fn show(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    scope: AgentScope,
) -> Result<ApiResponse<ShowAgentHome>, Failure> {
    Ok(ApiResponse(super::load(&scope, &caller, state.clock.now()).await?))
}
