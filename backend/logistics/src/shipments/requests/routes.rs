//! Routes of shipping requests.

use super::{answer, create, find, view};
use crate::shipments::{ShipmentError, lists, recipient, views::Viewer};
use axum::extract::State;
use entities::shipping_request as request;
use platform::{
    auth::{Caller, Membership},
    http::{Api, ApiResponse, Failure, IdempotencyKey, Input},
    page::PageWindow,
    scope::{AgentPolicy, AgentScope, ClientPolicy, ClientScope, RowPolicy, Scope, ScopedConnection, Tx},
    state::AppState,
};
use sea_orm::{Condition, entity::prelude::*};
use shared_types::{
    endpoint::{Endpoint, Nothing},
    id::ClientId,
    page::{CappedCount, Listing},
    problem::ProblemCode,
    recipients::ChooseOrderRecipient,
    shipments::*,
};
use std::sync::Arc;
use trade::orders::{self, history::Actor};

/// Registers the routes of shipping requests, and of the recipient and the shipments of an order.
pub fn routes(api: Api) -> Api {
    api.serve::<ListShippableItems, _>(list_shippable)
        .serve_sides::<ListShippingRequests, _, _>(list::<AgentPolicy>, list::<ClientPolicy>)
        .serve::<CreateShippingRequest, _>(create_request)
        .serve_sides::<ShowShippingRequest, _, _>(get::<AgentPolicy>, get::<ClientPolicy>)
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

async fn list_shippable(scope: ClientScope, caller: Arc<Caller>) -> Result<ApiResponse<ListShippableItems>, Failure> {
    Ok(ApiResponse(Listing {
        data: lists::list_shippable(&scope, Viewer::from_caller(&caller)).await?,
    }))
}

async fn create_request(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<CreateShippingRequest>,
) -> Result<ApiResponse<CreateShippingRequest>, Failure> {
    let now = state.clock.now();
    let client_id = caller_client(&caller)?;
    change(&state, &scope, &caller, input.key, async |tx, actor| {
        create(tx, actor, client_id, &input.body, now).await
    })
    .await
}

async fn withdraw(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<WithdrawShippingRequest>,
) -> Result<ApiResponse<WithdrawShippingRequest>, Failure> {
    let now = state.clock.now();
    change(&state, &scope, &caller, input.key, async |tx, actor| {
        answer::withdraw(tx, actor, input.path.0, now).await
    })
    .await
}

async fn list<W: RowPolicy>(
    scope: Scope<W>,
    caller: Arc<Caller>,
    input: Input<ListShippingRequests>,
) -> Result<ApiResponse<ListShippingRequests>, Failure> {
    let window = PageWindow::of_list(
        input.query.limit,
        input.query.cursor.as_deref(),
        input.query.updated_since,
    )?;
    Ok(ApiResponse(
        view::page(&scope, &input.query, window, Viewer::from_caller(&caller)).await?,
    ))
}

async fn count(scope: AgentScope) -> Result<ApiResponse<CountShippingRequests>, Failure> {
    let open = Condition::all().add(request::Column::Status.eq(ShippingRequestStatus::Open));
    let counts = scope
        .counts::<request::Entity>(vec![open], u64::from(CappedCount::CAP) + 1)
        .await?;
    let open = counts.first().copied().unwrap_or_default();
    Ok(ApiResponse(ShippingRequestCounts {
        open: CappedCount::from_count(u32::try_from(open).unwrap_or(u32::MAX)),
    }))
}

async fn get<W: RowPolicy>(
    scope: Scope<W>,
    caller: Arc<Caller>,
    input: Input<ShowShippingRequest>,
) -> Result<ApiResponse<ShowShippingRequest>, Failure> {
    let found = find(&scope, input.path.0).await?;
    Ok(ApiResponse(
        view::card(&scope, found, Viewer::from_caller(&caller)).await?,
    ))
}

async fn confirm(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ConfirmShippingRequest>,
) -> Result<ApiResponse<ConfirmShippingRequest>, Failure> {
    let now = state.clock.now();
    change(&state, &scope, &caller, input.key, async |tx, actor| {
        answer::confirm(tx, actor, input.path.0, &input.body, now).await
    })
    .await
}

async fn refuse(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<RefuseShippingRequest>,
) -> Result<ApiResponse<RefuseShippingRequest>, Failure> {
    let now = state.clock.now();
    change(&state, &scope, &caller, input.key, async |tx, actor| {
        answer::refuse(tx, actor, input.path.0, &input.body, now).await
    })
    .await
}

async fn choose_order_recipient(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<ChooseOrderRecipient>,
) -> Result<ApiResponse<ChooseOrderRecipient>, Failure> {
    let (actor, now) = (Actor::from(&*caller), state.clock.now());
    scope
        .run(&state, input.key, async |tx| {
            recipient::choose_for_order(tx, &actor, input.path.0, input.body.recipient_id, now).await?;
            Ok(Nothing {})
        })
        .await
}

async fn list_of_order<W: RowPolicy>(
    scope: Scope<W>,
    caller: Arc<Caller>,
    input: Input<ListOrderShipments>,
) -> Result<ApiResponse<ListOrderShipments>, Failure> {
    orders::ensure_exists(&scope, input.path.0).await?;
    Ok(ApiResponse(Listing {
        data: lists::of_order(&scope, input.path.0, Viewer::from_caller(&caller)).await?,
    }))
}
