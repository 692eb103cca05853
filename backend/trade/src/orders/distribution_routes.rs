//! Routes of the orders that staff claim.

use super::{activity::Reader, distribution, history::Actor, viewer::Viewer};
use axum::extract::State;
use platform::{
    auth::Caller,
    http::{Api, ApiResponse, Failure, Input},
    scope::AgentScope,
    state::AppState,
};
use shared_types::{
    access::{Level, Object},
    orders::{ClaimOrder, ListClaimableOrders, Side},
    problem::ProblemCode,
    staff::AssignmentResult,
};
use std::sync::Arc;

/// Registers the endpoints of orders that staff claim.
pub fn routes(api: Api) -> Api {
    api.serve::<ListClaimableOrders, _>(list).serve::<ClaimOrder, _>(claim)
}

/// The scope of these endpoints is not narrowed to the caller's own orders, so the right is checked here.
fn ensure_may_claim(caller: &Caller) -> Result<(), ProblemCode> {
    if caller.rights.allows(Object::Orders, Level::Edit) {
        Ok(())
    } else {
        Err(ProblemCode::PermissionDenied)
    }
}

async fn list(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ListClaimableOrders>,
) -> Result<ApiResponse<ListClaimableOrders>, Failure> {
    ensure_may_claim(&caller)?;
    let reader = Reader::new(Side::Staff, &caller, state.clock.now());
    let page = distribution::claimable(&scope, &input.query, (reader, Viewer::from_caller(&caller))).await?;
    Ok(ApiResponse(page))
}

async fn claim(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ClaimOrder>,
) -> Result<ApiResponse<ClaimOrder>, Failure> {
    ensure_may_claim(&caller)?;
    let (actor, staff_id, now) = (Actor::from(&*caller), caller.staff_id()?, state.clock.now());
    scope
        .run(&state, input.key, async |tx| {
            let is_new = distribution::claim(tx, &actor, staff_id, input.path.0, now).await?;
            Ok(AssignmentResult {
                changed: u32::from(is_new),
            })
        })
        .await
}
