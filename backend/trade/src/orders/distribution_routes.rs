//! Routes of the orders that staff claim.

use super::{activity::Reader, distribution, history::Actor, viewer::Viewer};
use platform::http::{AgentCall, Api, ApiResponse, ApiResult};
use shared_types::{
    access::{Level, Object},
    orders::{ClaimOrder, ListClaimableOrders, Side},
    staff::AssignmentResult,
};

/// Registers the endpoints of orders that staff claim.
pub fn routes(api: Api) -> Api {
    api.serve::<ListClaimableOrders, _>(list).serve::<ClaimOrder, _>(claim)
}

async fn list(call: AgentCall<ListClaimableOrders>) -> ApiResult<ListClaimableOrders> {
    // The scope of the endpoint is not narrowed to the own orders of the caller.
    call.caller.require(Object::Orders, Level::Edit)?;
    let reader = Reader::new(Side::Staff, &call.caller, call.now);
    let page = distribution::claimable(&call.scope, &call.query, (reader, Viewer::from_caller(&call.caller))).await?;
    Ok(ApiResponse(page))
}

async fn claim(call: AgentCall<ClaimOrder>) -> ApiResult<ClaimOrder> {
    call.caller.require(Object::Orders, Level::Edit)?;
    let (actor, staff_id, now) = (Actor::from(&*call.caller), call.caller.staff_id()?, call.now);
    call.run(async |tx| {
        let is_new = distribution::claim(tx, &actor, staff_id, call.path.0, now).await?;
        Ok(AssignmentResult {
            changed: u32::from(is_new),
        })
    })
    .await
}
