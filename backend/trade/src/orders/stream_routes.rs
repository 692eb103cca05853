//! Exports of the order lists as JSON Lines.

use super::{
    activity::Reader,
    agent, list,
    references::ReferenceVisibility,
    routes::{client_list, ensure_may_sort},
    viewer::Viewer,
};
use axum::{extract::State, response::Response};
use platform::{
    auth::Caller,
    http::{Api, Failure, Input, json_lines},
    scope::{AgentScope, ClientScope},
    state::AppState,
};
use shared_types::orders::{Side, StreamAgentOrders, StreamClientOrders};
use std::sync::Arc;

/// Registers the exports.
pub fn routes(api: Api) -> Api {
    api.serve::<StreamAgentOrders, _>(stream_agent_orders)
        .serve::<StreamClientOrders, _>(stream_client_orders)
}

async fn stream_agent_orders(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<StreamAgentOrders>,
) -> Result<Response, Failure> {
    let (query, now, viewer) = (input.query, state.clock.now(), Viewer::from_caller(&caller));
    ensure_may_sort(&query, &caller)?;
    let reader = Reader::new(Side::Staff, &caller, now);
    let (condition, words) = agent::condition(&query, caller.staff_id()?, reader, (now, caller.timezone))?;
    let plan = agent::list_plan(&scope, &query, &words, ReferenceVisibility::of_caller(&caller));
    let window = plan.window(query.limit, query.cursor.as_deref(), query.updated_since)?;
    let list = Arc::new((scope, condition, plan));
    let page = move |window| {
        let list = Arc::clone(&list);
        async move { list::page(&list.0, list.1.clone(), &list.2, window, (reader, viewer)).await }
    };
    json_lines(window.into_first_block(), page).await
}

async fn stream_client_orders(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<StreamClientOrders>,
) -> Result<Response, Failure> {
    let (query, viewer) = (input.query, Viewer::from_caller(&caller));
    let now = state.clock.now();
    let reader = Reader::new(Side::Client, &caller, now);
    let (condition, plan) = client_list(&scope, &query, reader, now)?;
    let window = plan.window(query.limit, query.cursor.as_deref(), query.updated_since)?;
    let list = Arc::new((scope, condition, plan));
    let page = move |window| {
        let list = Arc::clone(&list);
        async move { list::page(&list.0, list.1.clone(), &list.2, window, (reader, viewer)).await }
    };
    json_lines(window.into_first_block(), page).await
}
