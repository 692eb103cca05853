//! Routes of saved filters.

use super::{activity::Reader, saved_filters};
use axum::extract::State;
use platform::{
    auth::Caller,
    http::{Api, ApiResponse, Failure, Input},
    scope::AgentScope,
    state::AppState,
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

async fn save(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<SaveFilter>,
) -> Result<ApiResponse<SaveFilter>, Failure> {
    let (staff_id, now) = (caller.staff_id()?, state.clock.now());
    let reader = Reader::new(Side::Staff, &caller, now);
    scope
        .run(&state, input.key, async |tx| {
            Ok(saved_filters::save(tx, (staff_id, reader), input.body, now).await?)
        })
        .await
}

async fn remove(
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<RemoveSavedFilter>,
) -> Result<ApiResponse<RemoveSavedFilter>, Failure> {
    saved_filters::remove(&scope, caller.staff_id()?, input.path.0).await?;
    Ok(ApiResponse(Nothing {}))
}
