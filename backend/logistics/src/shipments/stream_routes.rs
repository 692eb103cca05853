//! Exports of the lists of shipments as JSON Lines.

use super::{lists, views::Viewer};
use axum::response::Response;
use platform::{
    auth::Caller,
    http::{Api, Failure, Input, json_lines},
    page::PageWindow,
    scope::{AgentScope, ClientScope},
};
use shared_types::{
    fields::FieldErrors,
    shipments::{ShipmentQuery, StreamShipments},
};
use std::sync::Arc;

/// Registers the exports.
pub fn routes(api: Api) -> Api {
    api.serve_sides::<StreamShipments, _, _>(stream, stream_for_client)
}

fn first_block(query: &ShipmentQuery) -> Result<PageWindow, FieldErrors> {
    Ok(PageWindow::of_list(query.limit, query.cursor.as_deref(), query.updated_since)?.into_first_block())
}

async fn stream(scope: AgentScope, caller: Arc<Caller>, input: Input<StreamShipments>) -> Result<Response, Failure> {
    let (first, viewer) = (first_block(&input.query)?, Viewer::from_caller(&caller));
    let list = Arc::new((scope, input.query));
    let page = move |window| {
        let list = Arc::clone(&list);
        async move { lists::page_for_staff(&list.0, &list.1, window, viewer).await }
    };
    json_lines(first, page).await
}

async fn stream_for_client(
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<StreamShipments>,
) -> Result<Response, Failure> {
    let (first, viewer) = (first_block(&input.query)?, Viewer::from_caller(&caller));
    let list = Arc::new((scope, input.query));
    let page = move |window| {
        let list = Arc::clone(&list);
        async move { lists::page(&list.0, &list.1, window, viewer).await }
    };
    json_lines(first, page).await
}
