//! HTTP handlers of translation settings.

use super::settings;
use axum::extract::State;
use platform::{
    http::{Api, ApiResponse, Failure, IfMatch, Input},
    scope::AgentScope,
    state::AppState,
};
use shared_types::translation::{ChangeTranslationSettings, ShowTranslationSettings};

/// Registers the routes of translation settings.
pub fn routes(api: Api) -> Api {
    api.serve::<ShowTranslationSettings, _>(get_settings)
        .serve::<ChangeTranslationSettings, _>(update_settings)
}

async fn get_settings(
    State(state): State<AppState>,
    scope: AgentScope,
) -> Result<ApiResponse<ShowTranslationSettings>, Failure> {
    let config = state.config.translation.as_ref();
    Ok(ApiResponse(settings::get(&scope, config, state.clock.now()).await?))
}

async fn update_settings(
    State(state): State<AppState>,
    scope: AgentScope,
    IfMatch(version): IfMatch,
    input: Input<ChangeTranslationSettings>,
) -> Result<ApiResponse<ChangeTranslationSettings>, Failure> {
    let (config, now) = (state.config.translation.as_ref(), state.clock.now());
    scope
        .run(&state, input.key, async |tx| {
            Ok(settings::update(tx, config, input.body, version, now).await?)
        })
        .await
}
