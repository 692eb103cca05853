//! HTTP handlers of translation settings.

use super::settings;
use axum::extract::State;
use platform::{
    http::{AgentCall, Api, ApiResponse, ApiResult, Failure, IfMatch},
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
    IfMatch(version): IfMatch,
    call: AgentCall<ChangeTranslationSettings>,
) -> ApiResult<ChangeTranslationSettings> {
    let (config, now) = (call.state.config.translation.as_ref(), call.now);
    call.scope
        .run(&call.state, call.key, async |tx| {
            Ok(settings::update(tx, config, call.body, version, now).await?)
        })
        .await
}
