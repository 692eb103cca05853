//! Addresses of settings.

use super::conditions;
use crate::platform::{
    http::{Answer, Api, Failure, IfMatch, Input},
    scope::AgentScope,
    state::AppState,
};
use axum::extract::State;
use shared_types::settings::{ChangeConditions, ShowConditions};

/// The feature's addresses.
pub fn routes(api: Api) -> Api {
    api.serve::<ShowConditions, _>(show)
        .serve::<ChangeConditions, _>(change)
}

async fn show(scope: AgentScope) -> Result<Answer<ShowConditions>, Failure> {
    Ok(Answer(conditions::show(&scope).await?))
}

async fn change(
    State(state): State<AppState>,
    scope: AgentScope,
    IfMatch(version): IfMatch,
    input: Input<ChangeConditions>,
) -> Result<Answer<ChangeConditions>, Failure> {
    let tx = scope.begin().await?;
    let changed = conditions::change(&tx, input.body.commission, version, state.clock.now()).await?;
    tx.commit().await?;
    Ok(Answer(changed))
}
