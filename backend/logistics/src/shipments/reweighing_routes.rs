//! Routes of weighings of a shipment after its price was set.

use super::{
    reweighings,
    routes::{change, find},
};
use books::rates::{self, RatesOf};
use platform::http::{AgentCall, Api, ApiResponse, ApiResult, ClientCall, IfMatch};
use shared_types::{
    access::{Level, Object},
    money::Currency,
    shipments::*,
};

/// Registers the routes of weighings.
pub fn routes(api: Api) -> Api {
    api.serve::<ProposeReweighing, _>(propose)
        .serve::<ReweighShipment, _>(create)
        .serve::<WithdrawReweighing, _>(withdraw)
        .serve::<AcceptReweighing, _>(accept)
        .serve::<DeclineReweighing, _>(decline)
}

async fn propose(call: AgentCall<ProposeReweighing>) -> ApiResult<ProposeReweighing> {
    let row = find(&call.scope, call.path.0).await?;
    let rates_of = RatesOf::Client(row.client_id);
    let rates = rates::load(&call.scope, &call.state.system(), rates_of, call.now).await?;
    Ok(ApiResponse(
        reweighings::propose(&call.scope, &row, call.query, &rates).await?,
    ))
}

async fn create(IfMatch(version): IfMatch, call: AgentCall<ReweighShipment>) -> ApiResult<ReweighShipment> {
    call.caller.require(Object::OrderPrices, Level::Edit)?;
    let rates_of = RatesOf::Shipment(call.path.0);
    let rates = rates::load(&call.scope, &call.state.system(), rates_of, call.now).await?;
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, actor| {
        reweighings::create(tx, actor, call.path.0, (&call.body, version), &rates, call.now).await
    })
    .await
}

async fn withdraw(call: AgentCall<WithdrawReweighing>) -> ApiResult<WithdrawReweighing> {
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, _| {
        reweighings::withdraw(tx, call.path, call.now).await
    })
    .await
}

async fn accept(call: ClientCall<AcceptReweighing>) -> ApiResult<AcceptReweighing> {
    let rates_of = RatesOf::Shipment(call.path.0);
    let rate = rates::current(&call.scope, &call.state.system(), rates_of, Currency::Cny, call.now).await?;
    let rate = rate.map(|(rate, _)| rate);
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, actor| {
        reweighings::accept(tx, actor, call.path, call.body.cost, rate, call.now).await
    })
    .await
}

async fn decline(call: ClientCall<DeclineReweighing>) -> ApiResult<DeclineReweighing> {
    change(&call.state, &call.scope, &call.caller, call.key, async |tx, _| {
        reweighings::decline(tx, call.path, &call.body.reason, call.now).await
    })
    .await
}
