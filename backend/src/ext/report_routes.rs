//! HTTP handlers of the agent's view of shops and reports.

use super::{captures, reports, shop_states};
use axum::extract::State;
use platform::{
    http::{AgentCall, Api, ApiResponse, ApiResult, Failure, Input},
    scope::AgentScope,
    state::AppState,
};
use shared_types::{
    ext::{ChangeShopReport, ListShopCaptures, ListShopReports, SetShopState, ShowShopReport},
    page::Listing,
};

/// Registers the endpoints of shops and reports.
pub fn routes(api: Api) -> Api {
    api.serve::<ListShopCaptures, _>(list_shops)
        .serve::<SetShopState, _>(set_state)
        .serve::<ListShopReports, _>(list_reports)
        .serve::<ShowShopReport, _>(get_report)
        .serve::<ChangeShopReport, _>(update_report)
}

async fn list_shops(
    State(state): State<AppState>,
    scope: AgentScope,
) -> Result<ApiResponse<ListShopCaptures>, Failure> {
    Ok(ApiResponse(Listing {
        data: captures::list(&scope, state.clock.now()).await?,
    }))
}

async fn set_state(call: AgentCall<SetShopState>) -> ApiResult<SetShopState> {
    let set = async |tx: &_| shop_states::set(tx, call.body, call.now).await;
    Ok(ApiResponse(call.scope.in_transaction(set).await?))
}

async fn list_reports(
    scope: AgentScope,
    input: Input<ListShopReports>,
) -> Result<ApiResponse<ListShopReports>, Failure> {
    Ok(ApiResponse(reports::page(&scope, &input.query).await?))
}

async fn get_report(scope: AgentScope, input: Input<ShowShopReport>) -> Result<ApiResponse<ShowShopReport>, Failure> {
    Ok(ApiResponse(reports::find(&scope, input.path.0).await?))
}

async fn update_report(call: AgentCall<ChangeShopReport>) -> ApiResult<ChangeShopReport> {
    let staff_id = call.caller.staff_id()?;
    let changed = reports::set_handled(&call.scope, call.path.0, staff_id, call.body.handled, call.now).await?;
    Ok(ApiResponse(changed))
}
