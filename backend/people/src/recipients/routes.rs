//! Routes of the address book.

use super::address_book::{self, entry};
use axum::extract::State;
use platform::{
    auth::Caller,
    http::{Api, ApiResponse, Failure, IfMatch, Input},
    scope::ClientScope,
    state::AppState,
};
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    page::Listing,
    recipients::*,
};
use std::sync::Arc;

/// Registers the routes of the address book.
pub fn routes(api: Api) -> Api {
    api.serve::<ListRecipients, _>(list)
        .serve::<AddRecipient, _>(add)
        .serve::<ChangeRecipient, _>(change)
        .serve::<RemoveRecipient, _>(remove)
}

/// Documents are visible to people who may edit shipments.
fn shows_documents(caller: &Caller) -> bool {
    caller.rights.allows(Object::Shipments, Level::Edit)
}

async fn list(scope: ClientScope, caller: Arc<Caller>) -> Result<ApiResponse<ListRecipients>, Failure> {
    let rows = address_book::list(&scope).await?;
    Ok(ApiResponse(Listing {
        data: rows.iter().map(|row| entry(row, shows_documents(&caller))).collect(),
    }))
}

async fn add(
    State(state): State<AppState>,
    scope: ClientScope,
    input: Input<AddRecipient>,
) -> Result<ApiResponse<AddRecipient>, Failure> {
    let now = state.clock.now();
    scope
        .run(&state, input.key, async |tx| {
            Ok(entry(&address_book::add(tx, &input.body, now).await?, true))
        })
        .await
}

async fn change(
    State(state): State<AppState>,
    scope: ClientScope,
    IfMatch(version): IfMatch,
    input: Input<ChangeRecipient>,
) -> Result<ApiResponse<ChangeRecipient>, Failure> {
    let now = state.clock.now();
    scope
        .run(&state, input.key, async |tx| {
            let row = address_book::change(tx, input.path.0, &input.body, version, now).await?;
            Ok(entry(&row, true))
        })
        .await
}

async fn remove(
    State(state): State<AppState>,
    scope: ClientScope,
    input: Input<RemoveRecipient>,
) -> Result<ApiResponse<RemoveRecipient>, Failure> {
    let now = state.clock.now();
    scope
        .run(&state, input.key, async |tx| {
            address_book::remove(tx, input.path.0, now).await?;
            Ok(Nothing {})
        })
        .await
}
