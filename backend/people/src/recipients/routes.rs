//! Routes of the address book.

use super::address_book::{self, entry};
use platform::{
    auth::Caller,
    http::{Api, ApiResponse, ApiResult, ClientCall, Failure, IfMatch},
    scope::ClientScope,
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

async fn add(call: ClientCall<AddRecipient>) -> ApiResult<AddRecipient> {
    call.run(async |tx| Ok(entry(&address_book::add(tx, &call.body, call.now).await?, true)))
        .await
}

async fn change(IfMatch(version): IfMatch, call: ClientCall<ChangeRecipient>) -> ApiResult<ChangeRecipient> {
    call.run(async |tx| {
        let row = address_book::change(tx, call.path.0, &call.body, version, call.now).await?;
        Ok(entry(&row, true))
    })
    .await
}

async fn remove(call: ClientCall<RemoveRecipient>) -> ApiResult<RemoveRecipient> {
    call.run(async |tx| {
        address_book::remove(tx, call.path.0, call.now).await?;
        Ok(Nothing {})
    })
    .await
}
