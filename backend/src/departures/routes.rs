//! Handlers for changes of staff that concern their work.

use super::{error::DepartureError, work};
use axum::extract::State;
use entities::staff;
use people::staff as memberships;
use platform::{
    auth::Caller,
    http::{Api, ApiResponse, Failure, IfMatch, Input},
    scope::AgentScope,
    state::AppState,
};
use shared_types::{
    access::Object,
    endpoint::Nothing,
    fields::Rule,
    problem::ProblemCode,
    staff::{rules, *},
};
use std::sync::Arc;

pub fn routes(api: Api) -> Api {
    api.serve::<ChangeStaff, _>(change)
        .serve::<RemoveStaff, _>(remove)
        .serve::<ShowStaffWork, _>(get_work)
        .serve::<HandOverWork, _>(hand_over)
}

async fn change(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    IfMatch(version): IfMatch,
    input: Input<ChangeStaff>,
) -> Result<ApiResponse<ChangeStaff>, Failure> {
    let id = input.path.0;
    let StaffChange {
        group_id,
        disabled,
        work,
        successor_id,
    } = input.body;
    let now = state.clock.now();
    let changed = state
        .system()
        .in_transaction(async |tx| {
            let access = AccessChange { group_id, disabled };
            let changed = memberships::update_in::<staff::Entity>(&state, tx, &caller, id.0, access, version).await?;
            if disabled == Some(true) || work.is_some() || successor_id.is_some() {
                work::settle(&tx.enter_agent(caller.agent_id), &caller, id, (work, successor_id), now).await?;
            }
            Ok::<_, DepartureError>(changed)
        })
        .await?;
    state.notify_session_change();
    Ok(ApiResponse(changed))
}

async fn remove(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    input: Input<RemoveStaff>,
) -> Result<ApiResponse<RemoveStaff>, Failure> {
    let id = input.path.0;
    let StaffRemoval { work, successor_id } = input.query;
    if work == Some(WorkChoice::Keep) {
        return Err(Failure::field("work", Rule::UnknownValue));
    }
    let now = state.clock.now();
    state
        .system()
        .in_transaction(async |tx| {
            memberships::remove_in::<staff::Entity>(tx, &caller, id.0, now).await?;
            work::settle(&tx.enter_agent(caller.agent_id), &caller, id, (work, successor_id), now).await
        })
        .await?;
    state.notify_session_change();
    Ok(ApiResponse(Nothing {}))
}

async fn get_work(scope: AgentScope, input: Input<ShowStaffWork>) -> Result<ApiResponse<ShowStaffWork>, Failure> {
    Ok(ApiResponse(work::count(&scope, input.path.0).await?))
}

async fn hand_over(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    input: Input<HandOverWork>,
) -> Result<ApiResponse<HandOverWork>, Failure> {
    if ![Object::Orders, Object::Clients]
        .into_iter()
        .all(|object| rules::may_assign(&caller.rights, object))
    {
        return Err(ProblemCode::PermissionDenied.into());
    }
    let (id, now) = (input.path.0, state.clock.now());
    let handed_over = state
        .system()
        .in_transaction(async |tx| {
            let rows = tx.enter_agent(caller.agent_id);
            let work = work::count(&rows, id).await?;
            work::hand_over(&rows, &caller, id, input.body.successor_id, now).await?;
            Ok::<_, DepartureError>(work)
        })
        .await?;
    Ok(ApiResponse(handed_over))
}
