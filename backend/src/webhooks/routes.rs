//! Routes of webhooks. Both sides have the same.

use super::{
    replay, store,
    views::{delivery_view, webhook_view},
};
use platform::{
    auth::Caller,
    http::{Api, ApiResponse, ApiResult, Call, Failure, IfMatch},
    scope::{AgentPolicy, ClientPolicy, RowPolicy, Scope},
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

async fn create<W: RowPolicy>(call: Call<CreateWebhook, Scope<W>>) -> ApiResult<CreateWebhook> {
    let url = store::validate(&call.state, &call.body).await?;
    let (row, secret) = call
        .scope
        .in_transaction(async |tx| store::create(tx, &call.state, &call.caller, &call.body, url).await)
        .await?;
    let webhook = webhook_view(row);
    Ok(ApiResponse(WebhookWithSecret { webhook, secret }))
}

async fn show<W: RowPolicy>(call: Call<ShowWebhook, Scope<W>>) -> ApiResult<ShowWebhook> {
    let row = store::find(&call.scope, call.caller.guard(), call.path.0).await?;
    Ok(ApiResponse(webhook_view(row)))
}

async fn change<W: RowPolicy>(
    IfMatch(version): IfMatch,
    call: Call<ChangeWebhook, Scope<W>>,
) -> ApiResult<ChangeWebhook> {
    let url = store::validate_change(&call.state, &call.body).await?;
    let row = call
        .scope
        .in_transaction(async |tx| {
            store::change(tx, &call.state, &call.caller, call.path.0, &call.body, url, version).await
        })
        .await?;
    Ok(ApiResponse(webhook_view(row)))
}

async fn delete<W: RowPolicy>(call: Call<DeleteWebhook, Scope<W>>) -> ApiResult<DeleteWebhook> {
    call.scope
        .in_transaction(async |tx| store::delete(tx, call.caller.guard(), call.path.0).await)
        .await?;
    Ok(ApiResponse(Nothing {}))
}

async fn rotate<W: RowPolicy>(call: Call<RotateWebhookSecret, Scope<W>>) -> ApiResult<RotateWebhookSecret> {
    let (row, secret) = call
        .scope
        .in_transaction(async |tx| store::rotate_secret(tx, &call.state, call.caller.guard(), call.path.0).await)
        .await?;
    let webhook = webhook_view(row);
    Ok(ApiResponse(WebhookWithSecret { webhook, secret }))
}

async fn test<W: RowPolicy>(call: Call<TestWebhook, Scope<W>>) -> ApiResult<TestWebhook> {
    let row = call
        .scope
        .in_transaction(async |tx| store::test(tx, &call.state, call.caller.guard(), call.path.0).await)
        .await?;
    call.state.wake_worker();
    Ok(ApiResponse(delivery_view(row)))
}

async fn replay_events<W: RowPolicy>(call: Call<ReplayWebhookEvents, Scope<W>>) -> ApiResult<ReplayWebhookEvents> {
    let (id, request) = (call.path.0, call.body);
    call.scope
        .in_transaction(async |tx| replay::start(tx, call.caller.guard(), id, request, call.now).await)
        .await?;
    call.state.wake_worker();
    Ok(ApiResponse(Nothing {}))
}

async fn deliveries<W: RowPolicy>(call: Call<ListWebhookDeliveries, Scope<W>>) -> ApiResult<ListWebhookDeliveries> {
    let (rows, next_cursor) = store::deliveries(&call.scope, call.caller.guard(), call.path.0, &call.query).await?;
    Ok(ApiResponse(Page {
        data: rows.into_iter().map(delivery_view).collect(),
        next_cursor,
    }))
}

async fn replay_delivery<W: RowPolicy>(
    call: Call<ReplayWebhookDelivery, Scope<W>>,
) -> ApiResult<ReplayWebhookDelivery> {
    let (now, (webhook, delivery)) = (call.now, call.path);
    let row = call
        .scope
        .in_transaction(async |tx| store::replay(tx, call.caller.guard(), webhook, delivery, now).await)
        .await?;
    call.state.wake_worker();
    Ok(ApiResponse(delivery_view(row)))
}
