//! Routes of the places of a shipment.

use super::{
    places,
    routes::{find, find_packed},
};
use platform::http::{AgentCall, Api, ApiResponse, ApiResult, ClientCall};
use shared_types::{endpoint::Nothing, shipments::*};
use trade::orders::history::Actor;

/// Registers the routes of places.
pub fn routes(api: Api) -> Api {
    api.serve_sides::<ListShipmentPlaces, _, _>(list, list_for_client)
        .serve::<AddShipmentPlaces, _>(add)
        .serve::<ChangeShipmentPlace, _>(change)
        .serve::<RemoveShipmentPlace, _>(remove)
}

async fn list(call: AgentCall<ListShipmentPlaces>) -> ApiResult<ListShipmentPlaces> {
    let row = find(&call.scope, call.path.0).await?;
    Ok(ApiResponse(places::list(&call.scope, row.id).await?))
}

async fn list_for_client(call: ClientCall<ListShipmentPlaces>) -> ApiResult<ListShipmentPlaces> {
    let row = find_packed(&call.scope, call.path.0).await?;
    Ok(ApiResponse(places::list(&call.scope, row.id).await?))
}

async fn add(call: AgentCall<AddShipmentPlaces>) -> ApiResult<AddShipmentPlaces> {
    let actor = Actor::from(&*call.caller);
    call.run(async |tx| {
        places::add(tx, &actor, call.path.0, &call.body, call.now).await?;
        Ok(places::list(tx, call.path.0).await?)
    })
    .await
}

async fn change(call: AgentCall<ChangeShipmentPlace>) -> ApiResult<ChangeShipmentPlace> {
    let actor = Actor::from(&*call.caller);
    call.run(async |tx| {
        places::change(tx, &actor, call.path, &call.body, call.now).await?;
        Ok(places::list(tx, call.path.0).await?)
    })
    .await
}

async fn remove(call: AgentCall<RemoveShipmentPlace>) -> ApiResult<RemoveShipmentPlace> {
    let actor = Actor::from(&*call.caller);
    call.run(async |tx| {
        places::remove(tx, &actor, call.path, call.now).await?;
        Ok(Nothing {})
    })
    .await
}
