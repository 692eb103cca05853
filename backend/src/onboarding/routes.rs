//! Routes of the onboarding wizard.

use super::load;
use axum::extract::State;
use books::settings;
use entities::agent::OnboardingProgress;
use platform::{
    auth::Caller,
    http::{Api, ApiResponse, Failure, Input},
    scope::AgentScope,
    state::AppState,
};
use shared_types::onboarding::{ChangeOnboarding, ShowOnboarding};
use std::sync::Arc;

/// Registers the onboarding endpoints.
pub fn routes(api: Api) -> Api {
    api.serve::<ShowOnboarding, _>(get)
        .serve::<ChangeOnboarding, _>(update_step)
}

async fn get(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    scope: AgentScope,
) -> Result<ApiResponse<ShowOnboarding>, Failure> {
    Ok(ApiResponse(load(&state, &caller, &scope).await?))
}

async fn update_step(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    scope: AgentScope,
    input: Input<ChangeOnboarding>,
) -> Result<ApiResponse<ChangeOnboarding>, Failure> {
    let progress = input
        .body
        .current
        .map_or(OnboardingProgress::Finished, OnboardingProgress::At);
    let now = state.clock.now();
    state
        .system()
        .in_transaction(async |tx| settings::agents::set_onboarding_progress(tx, caller.agent_id, progress, now).await)
        .await?;
    Ok(ApiResponse(load(&state, &caller, &scope).await?))
}
