//! Routes of reports.

use super::{funds, report};
use axum::extract::State;
use platform::{
    auth::Caller,
    http::{Api, ApiResponse, Failure, Input},
    scope::AgentScope,
    state::AppState,
};
use shared_types::{
    access::Object,
    reports::{ShowFunds, ShowReport},
};
use std::sync::Arc;

/// Registers the routes of reports.
pub fn routes(api: Api) -> Api {
    api.serve::<ShowReport, _>(show_report)
        .serve::<ShowFunds, _>(show_funds)
}

async fn show_report(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ShowReport>,
) -> Result<ApiResponse<ShowReport>, Failure> {
    let scope = caller.narrow_scope(scope, Object::OrderPrices)?;
    Ok(ApiResponse(
        report::load(&scope, &caller, &input.query, state.clock.now()).await?,
    ))
}

async fn show_funds(scope: AgentScope, caller: Arc<Caller>) -> Result<ApiResponse<ShowFunds>, Failure> {
    let scope = caller.narrow_scope(scope, Object::Balance)?;
    Ok(ApiResponse(funds::load(&scope).await?))
}
