//! Handlers for changes of staff that concern their work.

use super::{error::DepartureError, work};
use entities::staff;
use people::staff as memberships;
use platform::{
    http::{Api, ApiResponse, ApiResult, Failure, IfMatch, Input, PersonCall},
    scope::AgentScope,
};
use shared_types::{access::Object, endpoint::Nothing, fields::Rule, staff::*};

pub fn routes(api: Api) -> Api {
    api.serve::<ChangeStaff, _>(change)
        .serve::<RemoveStaff, _>(remove)
        .serve::<ShowStaffWork, _>(get_work)
        .serve::<HandOverWork, _>(hand_over)
}

async fn change(IfMatch(version): IfMatch, call: PersonCall<ChangeStaff>) -> ApiResult<ChangeStaff> {
    let id = call.path.0;
    let StaffChange {
        group_id,
        disabled,
        work,
        successor_id,
    } = call.body;
    let changed = call
        .state
        .system()
        .in_transaction(async |tx| {
            let access = AccessChange { group_id, disabled };
            let changed =
                memberships::update_in::<staff::Entity>(&call.state, tx, &call.caller, id.0, access, version).await?;
            if disabled == Some(true) || work.is_some() || successor_id.is_some() {
                work::settle(
                    &tx.enter_agent(call.caller.agent_id),
                    &call.caller,
                    id,
                    (work, successor_id),
                    call.now,
                )
                .await?;
            }
            Ok::<_, DepartureError>(changed)
        })
        .await?;
    call.state.notify_session_change();
    Ok(ApiResponse(changed))
}

async fn remove(call: PersonCall<RemoveStaff>) -> ApiResult<RemoveStaff> {
    let id = call.path.0;
    let StaffRemoval { work, successor_id } = call.query;
    if work == Some(WorkChoice::Keep) {
        return Err(Failure::field("work", Rule::UnknownValue));
    }
    call.state
        .system()
        .in_transaction(async |tx| {
            memberships::remove_in::<staff::Entity>(tx, &call.caller, id.0, call.now).await?;
            work::settle(
                &tx.enter_agent(call.caller.agent_id),
                &call.caller,
                id,
                (work, successor_id),
                call.now,
            )
            .await
        })
        .await?;
    call.state.notify_session_change();
    Ok(ApiResponse(Nothing {}))
}

async fn get_work(scope: AgentScope, input: Input<ShowStaffWork>) -> Result<ApiResponse<ShowStaffWork>, Failure> {
    Ok(ApiResponse(work::count(&scope, input.path.0).await?))
}

async fn hand_over(call: PersonCall<HandOverWork>) -> ApiResult<HandOverWork> {
    call.caller.require_assigning(Object::Orders)?;
    call.caller.require_assigning(Object::Clients)?;
    let (id, now) = (call.path.0, call.now);
    let handed_over = call
        .state
        .system()
        .in_transaction(async |tx| {
            let rows = tx.enter_agent(call.caller.agent_id);
            let work = work::count(&rows, id).await?;
            work::hand_over(&rows, &call.caller, id, call.body.successor_id, now).await?;
            Ok::<_, DepartureError>(work)
        })
        .await?;
    Ok(ApiResponse(handed_over))
}
