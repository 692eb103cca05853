//! Routes of the onboarding wizard.

use super::{FINISHED, load};
use axum::extract::State;
use books::settings;
use platform::{
    auth::Caller,
    http::{Api, ApiResponse, Failure, Input},
    scope::AgentScope,
    state::AppState,
};
use shared_types::onboarding::{ChangeOnboarding, OnboardingStep, ShowOnboarding};
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
    let step = input.body.current.map_or(FINISHED, OnboardingStep::as_str);
    let now = state.clock.now();
    state
        .system()
        .in_transaction(async |tx| settings::agents::set_onboarding_step(tx, caller.agent_id, step, now).await)
        .await?;
    Ok(ApiResponse(load(&state, &caller, &scope).await?))
}
