//! Routes of saved filters.

use super::{activity::Reader, saved_filters};
use platform::{
    auth::Caller,
    http::{AgentCall, Api, ApiResponse, ApiResult, Failure},
    scope::AgentScope,
};
use shared_types::{
    endpoint::Nothing,
    orders::{ListSavedFilters, RemoveSavedFilter, SaveFilter, Side},
    page::Listing,
};
use std::sync::Arc;

/// Registers the endpoints of saved filters.
pub fn routes(api: Api) -> Api {
    api.serve::<ListSavedFilters, _>(list)
        .serve::<SaveFilter, _>(save)
        .serve::<RemoveSavedFilter, _>(remove)
}

async fn list(scope: AgentScope, caller: Arc<Caller>) -> Result<ApiResponse<ListSavedFilters>, Failure> {
    Ok(ApiResponse(Listing {
        data: saved_filters::list(&scope, caller.staff_id()?).await?,
    }))
}

async fn save(call: AgentCall<SaveFilter>) -> ApiResult<SaveFilter> {
    let (staff_id, now) = (call.caller.staff_id()?, call.now);
    let reader = Reader::new(Side::Staff, &call.caller, now);
    call.scope
        .run(&call.state, call.key, async |tx| {
            Ok(saved_filters::save(tx, (staff_id, reader), call.body, now).await?)
        })
        .await
}

async fn remove(call: AgentCall<RemoveSavedFilter>) -> ApiResult<RemoveSavedFilter> {
    saved_filters::remove(&call.scope, call.caller.staff_id()?, call.path.0).await?;
    Ok(ApiResponse(Nothing {}))
}
