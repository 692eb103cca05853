//! Routes of shipping requests.

use super::{answer, create, find, prices, view};
use crate::shipments::{ShipmentError, lists, recipient, views::Viewer};
use entities::shipping_request as request;
use platform::{
    auth::{Caller, Membership},
    http::{AgentCall, Api, ApiResponse, ApiResult, Call, ClientCall, Failure, IdempotencyKey},
    page::PageWindow,
    scope::{AgentPolicy, AgentScope, ClientPolicy, RowPolicy, Scope, ScopedConnection, Tx},
    state::AppState,
};
use sea_orm::{Condition, entity::prelude::*};
use shared_types::{
    endpoint::{Endpoint, Nothing},
    id::ClientId,
    page::Listing,
    problem::ProblemCode,
    recipients::ChooseOrderRecipient,
    shipments::*,
};
use std::collections::BTreeMap;
use trade::orders::{self, history::Actor};

/// Registers the routes of shipping requests, and of the recipient and the shipments of an order.
pub fn routes(api: Api) -> Api {
    api.serve::<ListShippableItems, _>(list_shippable)
        .serve_sides::<ListShippingRequests, _, _>(list::<AgentPolicy>, list::<ClientPolicy>)
        .serve::<CreateShippingRequest, _>(create_request)
        .serve_sides::<ShowShippingRequest, _, _>(get::<AgentPolicy>, get::<ClientPolicy>)
        .serve_sides::<ListRequestPrices, _, _>(list_prices::<AgentPolicy>, list_prices::<ClientPolicy>)
        .serve::<WithdrawShippingRequest, _>(withdraw)
        .serve::<CountShippingRequests, _>(count)
        .serve::<ConfirmShippingRequest, _>(confirm)
        .serve::<RefuseShippingRequest, _>(refuse)
        .serve::<ChooseOrderRecipient, _>(choose_order_recipient)
        .serve_sides::<ListOrderShipments, _, _>(list_of_order::<AgentPolicy>, list_of_order::<ClientPolicy>)
}

/// Id of the caller's client. Staff are refused; their requests are not routed here.
fn caller_client(caller: &Caller) -> Result<ClientId, ProblemCode> {
    match &caller.membership {
        Membership::Member { client_id, .. } => Ok(*client_id),
        Membership::Staff { .. } => Err(ProblemCode::NotFound),
    }
}

/// Runs an operation on a request and responds with the request.
async fn change<E: Endpoint<Response = ShippingRequest>, W: RowPolicy>(
    state: &AppState,
    scope: &Scope<W>,
    caller: &Caller,
    key: Option<IdempotencyKey>,
    operation: impl AsyncFnOnce(&Tx<W>, &Actor) -> Result<request::Model, ShipmentError>,
) -> Result<ApiResponse<E>, Failure> {
    let actor = Actor::from(caller);
    scope
        .run(state, key, async |tx| {
            let row = operation(tx, &actor).await?;
            let found = find(tx, row.id).await?;
            Ok(view::card(tx, found, Viewer::from_rights(actor.side, &caller.rights)).await?)
        })
        .await
}

async fn list_shippable(call: ClientCall<ListShippableItems>) -> ApiResult<ListShippableItems> {
    let viewer = Viewer::from_caller(&call.caller);
    Ok(ApiResponse(
        lists::list_shippable(&call.scope, &call.query, viewer).await?,
    ))
}

async fn create_request(call: ClientCall<CreateShippingRequest>) -> ApiResult<CreateShippingRequest> {
    let client_id = caller_client(&call.caller)?;
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, actor| {
        create(tx, actor, client_id, &call.body, call.now).await
    })
    .await
}

async fn list_prices<W: RowPolicy>(call: Call<ListRequestPrices, Scope<W>>) -> ApiResult<ListRequestPrices> {
    let client = caller_client(&call.caller).ok();
    let system = call.state.system();
    Ok(ApiResponse(
        prices::list(&call.scope, &system, &call.query, client, call.now).await?,
    ))
}

async fn withdraw(call: ClientCall<WithdrawShippingRequest>) -> ApiResult<WithdrawShippingRequest> {
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, actor| {
        answer::withdraw(tx, actor, call.path.0, call.now).await
    })
    .await
}

async fn list<W: RowPolicy>(call: Call<ListShippingRequests, Scope<W>>) -> ApiResult<ListShippingRequests> {
    let window = PageWindow::of_list(call.query.limit, call.query.cursor.as_deref(), call.query.updated_since)?;
    Ok(ApiResponse(
        view::page(&call.scope, &call.query, window, Viewer::from_caller(&call.caller)).await?,
    ))
}

async fn count(scope: AgentScope) -> Result<ApiResponse<CountShippingRequests>, Failure> {
    let has_status = |status: &ShippingRequestStatus| Condition::all().add(request::Column::Status.eq(*status));
    let conditions = std::iter::once(Condition::all()).chain(ShippingRequestStatus::ALL.iter().map(has_status));
    let counts = scope.capped_counts::<request::Entity>(conditions.collect()).await?;
    let mut counts = counts.into_iter();
    let all = counts.next().unwrap_or_default();
    let by_status: BTreeMap<_, _> = ShippingRequestStatus::ALL.iter().copied().zip(counts).collect();
    let open = by_status.get(&ShippingRequestStatus::Open).copied().unwrap_or_default();
    Ok(ApiResponse(ShippingRequestCounts { open, all, by_status }))
}

async fn get<W: RowPolicy>(call: Call<ShowShippingRequest, Scope<W>>) -> ApiResult<ShowShippingRequest> {
    let found = find(&call.scope, call.path.0).await?;
    Ok(ApiResponse(
        view::card(&call.scope, found, Viewer::from_caller(&call.caller)).await?,
    ))
}

async fn confirm(call: AgentCall<ConfirmShippingRequest>) -> ApiResult<ConfirmShippingRequest> {
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, actor| {
        answer::confirm(tx, actor, call.path.0, &call.body, call.now).await
    })
    .await
}

async fn refuse(call: AgentCall<RefuseShippingRequest>) -> ApiResult<RefuseShippingRequest> {
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, actor| {
        answer::refuse(tx, actor, call.path.0, &call.body, call.now).await
    })
    .await
}

async fn choose_order_recipient(call: ClientCall<ChooseOrderRecipient>) -> ApiResult<ChooseOrderRecipient> {
    let (actor, now) = (Actor::from(&*call.caller), call.now);
    call.run(async |tx| {
        recipient::choose_for_order(tx, &actor, call.path.0, call.body.recipient_id, now).await?;
        Ok(Nothing {})
    })
    .await
}

async fn list_of_order<W: RowPolicy>(call: Call<ListOrderShipments, Scope<W>>) -> ApiResult<ListOrderShipments> {
    orders::ensure_exists(&call.scope, call.path.0).await?;
    Ok(ApiResponse(Listing {
        data: lists::of_order(&call.scope, call.path.0, Viewer::from_caller(&call.caller)).await?,
    }))
}
