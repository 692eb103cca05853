//! HTTP handlers of the list of items, and of its export as JSON Lines.

use super::list;
use crate::orders::viewer::Viewer;
use axum::response::Response;
use platform::{
    auth::Caller,
    http::{Api, ApiResponse, ApiResult, Call, Failure, Input, json_lines},
    scope::{AgentPolicy, ClientPolicy, RowPolicy, Scope},
};
use shared_types::items::{ListItems, StreamItems};
use std::sync::Arc;

/// Registers the list of items.
pub fn routes(api: Api) -> Api {
    api.serve_sides::<ListItems, _, _>(list_items::<AgentPolicy>, list_items::<ClientPolicy>)
        .serve_sides::<StreamItems, _, _>(stream_items::<AgentPolicy>, stream_items::<ClientPolicy>)
}

async fn list_items<W: RowPolicy>(call: Call<ListItems, Scope<W>>) -> ApiResult<ListItems> {
    let window = list::window(&call.query)?;
    let page = list::page(&call.scope, &call.query, window, Viewer::from_caller(&call.caller)).await?;
    Ok(ApiResponse(page))
}

async fn stream_items<W: RowPolicy>(
    scope: Scope<W>,
    caller: Arc<Caller>,
    input: Input<StreamItems>,
) -> Result<Response, Failure> {
    let (query, viewer) = (input.query, Viewer::from_caller(&caller));
    let first = list::window(&query)?.into_first_block();
    let list = Arc::new((scope, query));
    let page = move |window| {
        let list = Arc::clone(&list);
        async move { list::page(&list.0, &list.1, window, viewer).await }
    };
    json_lines(first, page).await
}
