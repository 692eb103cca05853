//! Exports of operations as JSON Lines.

use super::{operations, routes::own_client_id};
use axum::response::Response;
use platform::{
    auth::Caller,
    http::{Api, Failure, Input, json_lines},
    page::PageWindow,
    scope::{AgentScope, ClientScope},
};
use shared_types::ledger::{StreamLedger, StreamOperations};
use std::sync::Arc;

/// Registers the exports.
pub fn routes(api: Api) -> Api {
    api.serve::<StreamOperations, _>(stream_own_operations)
        .serve::<StreamLedger, _>(stream_ledger)
}

async fn stream_own_operations(
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<StreamOperations>,
) -> Result<Response, Failure> {
    let query = input.query;
    let first = PageWindow::first_block(query.limit, query.cursor.as_deref())?;
    let (client_id, zone) = (own_client_id(&caller)?, caller.timezone);
    let list = Arc::new((scope.ledger(), query));
    let page = move |window| {
        let list = Arc::clone(&list);
        async move { operations::page(&list.0, client_id, &list.1, window, zone).await }
    };
    json_lines(first, page).await
}

async fn stream_ledger(
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<StreamLedger>,
) -> Result<Response, Failure> {
    let query = input.query;
    let first = PageWindow::first_block(query.limit, query.cursor.as_deref())?;
    // The ledger knows no managers of clients.
    let (manager, zone) = (scope.policy().only_staff(), caller.timezone);
    let list = Arc::new((scope.ledger(), query));
    let page = move |window| {
        let list = Arc::clone(&list);
        async move { operations::page_of_all(&list.0, manager, &list.1, window, zone).await }
    };
    json_lines(first, page).await
}
