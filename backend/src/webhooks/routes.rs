//! Routes of webhooks. Both sides have the same.

use super::{
    replay, store,
    views::{delivery_view, webhook_view},
};
use axum::extract::State;
use platform::{
    auth::Caller,
    http::{Api, ApiResponse, Failure, IfMatch, Input},
    scope::{AgentPolicy, ClientPolicy, RowPolicy, Scope},
    state::AppState,
};
use shared_types::{
    endpoint::Nothing,
    page::{Listing, Page},
    webhooks::*,
};
use std::sync::Arc;

/// Registers the routes of webhooks.
pub fn routes(api: Api) -> Api {
    api.serve_sides::<ListWebhooks, _, _>(list::<AgentPolicy>, list::<ClientPolicy>)
        .serve_sides::<CreateWebhook, _, _>(create::<AgentPolicy>, create::<ClientPolicy>)
        .serve_sides::<ShowWebhook, _, _>(show::<AgentPolicy>, show::<ClientPolicy>)
        .serve_sides::<ChangeWebhook, _, _>(change::<AgentPolicy>, change::<ClientPolicy>)
        .serve_sides::<DeleteWebhook, _, _>(delete::<AgentPolicy>, delete::<ClientPolicy>)
        .serve_sides::<RotateWebhookSecret, _, _>(rotate::<AgentPolicy>, rotate::<ClientPolicy>)
        .serve_sides::<TestWebhook, _, _>(test::<AgentPolicy>, test::<ClientPolicy>)
        .serve_sides::<ReplayWebhookEvents, _, _>(replay_events::<AgentPolicy>, replay_events::<ClientPolicy>)
        .serve_sides::<ListWebhookDeliveries, _, _>(deliveries::<AgentPolicy>, deliveries::<ClientPolicy>)
        .serve_sides::<ReplayWebhookDelivery, _, _>(replay_delivery::<AgentPolicy>, replay_delivery::<ClientPolicy>)
}

async fn list<W: RowPolicy>(scope: Scope<W>, caller: Arc<Caller>) -> Result<ApiResponse<ListWebhooks>, Failure> {
    let rows = store::list(&scope, caller.guard()).await?;
    Ok(ApiResponse(Listing {
        data: rows.into_iter().map(webhook_view).collect(),
    }))
}

async fn create<W: RowPolicy>(
    State(state): State<AppState>,
    scope: Scope<W>,
    caller: Arc<Caller>,
    input: Input<CreateWebhook>,
) -> Result<ApiResponse<CreateWebhook>, Failure> {
    let url = store::validate(&state, &input.body).await?;
    let (row, secret) = scope
        .in_transaction(async |tx| store::create(tx, &state, &caller, &input.body, url).await)
        .await?;
    let webhook = webhook_view(row);
    Ok(ApiResponse(WebhookWithSecret { webhook, secret }))
}

async fn show<W: RowPolicy>(
    scope: Scope<W>,
    caller: Arc<Caller>,
    input: Input<ShowWebhook>,
) -> Result<ApiResponse<ShowWebhook>, Failure> {
    let row = store::find(&scope, caller.guard(), input.path.0).await?;
    Ok(ApiResponse(webhook_view(row)))
}

async fn change<W: RowPolicy>(
    State(state): State<AppState>,
    scope: Scope<W>,
    caller: Arc<Caller>,
    IfMatch(version): IfMatch,
    input: Input<ChangeWebhook>,
) -> Result<ApiResponse<ChangeWebhook>, Failure> {
    let url = store::validate_change(&state, &input.body).await?;
    let row = scope
        .in_transaction(async |tx| store::change(tx, &state, &caller, input.path.0, &input.body, url, version).await)
        .await?;
    Ok(ApiResponse(webhook_view(row)))
}

async fn delete<W: RowPolicy>(
    scope: Scope<W>,
    caller: Arc<Caller>,
    input: Input<DeleteWebhook>,
) -> Result<ApiResponse<DeleteWebhook>, Failure> {
    scope
        .in_transaction(async |tx| store::delete(tx, caller.guard(), input.path.0).await)
        .await?;
    Ok(ApiResponse(Nothing {}))
}

async fn rotate<W: RowPolicy>(
    State(state): State<AppState>,
    scope: Scope<W>,
    caller: Arc<Caller>,
    input: Input<RotateWebhookSecret>,
) -> Result<ApiResponse<RotateWebhookSecret>, Failure> {
    let (row, secret) = scope
        .in_transaction(async |tx| store::rotate_secret(tx, &state, caller.guard(), input.path.0).await)
        .await?;
    let webhook = webhook_view(row);
    Ok(ApiResponse(WebhookWithSecret { webhook, secret }))
}

async fn test<W: RowPolicy>(
    State(state): State<AppState>,
    scope: Scope<W>,
    caller: Arc<Caller>,
    input: Input<TestWebhook>,
) -> Result<ApiResponse<TestWebhook>, Failure> {
    let row = scope
        .in_transaction(async |tx| store::test(tx, &state, caller.guard(), input.path.0).await)
        .await?;
    state.wake_worker();
    Ok(ApiResponse(delivery_view(row)))
}

async fn replay_events<W: RowPolicy>(
    State(state): State<AppState>,
    scope: Scope<W>,
    caller: Arc<Caller>,
    input: Input<ReplayWebhookEvents>,
) -> Result<ApiResponse<ReplayWebhookEvents>, Failure> {
    let now = state.clock.now();
    let (id, request) = (input.path.0, input.body);
    scope
        .in_transaction(async |tx| replay::start(tx, caller.guard(), id, request, now).await)
        .await?;
    state.wake_worker();
    Ok(ApiResponse(Nothing {}))
}

async fn deliveries<W: RowPolicy>(
    scope: Scope<W>,
    caller: Arc<Caller>,
    input: Input<ListWebhookDeliveries>,
) -> Result<ApiResponse<ListWebhookDeliveries>, Failure> {
    let (rows, next_cursor) = store::deliveries(&scope, caller.guard(), input.path.0, &input.query).await?;
    Ok(ApiResponse(Page {
        data: rows.into_iter().map(delivery_view).collect(),
        next_cursor,
    }))
}

async fn replay_delivery<W: RowPolicy>(
    State(state): State<AppState>,
    scope: Scope<W>,
    caller: Arc<Caller>,
    input: Input<ReplayWebhookDelivery>,
) -> Result<ApiResponse<ReplayWebhookDelivery>, Failure> {
    let (now, (webhook, delivery)) = (state.clock.now(), input.path);
    let row = scope
        .in_transaction(async |tx| store::replay(tx, caller.guard(), webhook, delivery, now).await)
        .await?;
    state.wake_worker();
    Ok(ApiResponse(delivery_view(row)))
}
