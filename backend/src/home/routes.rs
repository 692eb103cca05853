//! The route of the home page.

use axum::extract::State;
use platform::{
    auth::Caller,
    http::{Answer, Api, Failure},
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
) -> Result<Answer<ShowAgentHome>, Failure> {
    Ok(Answer(super::load(&scope, &caller, state.clock.now()).await?))
}
