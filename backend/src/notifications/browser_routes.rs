//! Routes of the browsers that get notifications by web push.

use super::NotificationError;
use axum::extract::State;
use entities::{push_subscription as subscription, session};
use infra::push;
use people::identity::proof;
use platform::{
    auth::Caller,
    http::{Api, ApiResponse, ApiResult, Failure, PersonCall},
    scope::{ScopedConnection, UserScope},
    state::AppState,
};
use sea_orm::{DbErr, entity::prelude::*};
use shared_types::{
    endpoint::Nothing,
    id::SessionId,
    notifications::{
        DeletePushSubscription, ListPushSubscriptions, PushSubscription, PushSubscriptions, SavePushSubscription,
    },
};
use std::{collections::BTreeMap, sync::Arc};

pub fn routes(api: Api) -> Api {
    api.serve::<ListPushSubscriptions, _>(list)
        .serve::<SavePushSubscription, _>(save)
        .serve::<DeletePushSubscription, _>(delete)
}

async fn list(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    scope: UserScope,
) -> Result<ApiResponse<ListPushSubscriptions>, Failure> {
    let public_key = push::public_key(&state).await.map_err(Failure::internal)?;
    let select = push::select_active(caller.agent_id, caller.guard(), state.clock.now());
    let rows = scope.all(select).await?;
    Ok(ApiResponse(PushSubscriptions {
        public_key,
        data: views(&state, &caller, rows).await?,
    }))
}

async fn save(call: PersonCall<SavePushSubscription>) -> ApiResult<SavePushSubscription> {
    let caller = &call.caller;
    let session = caller.session_id()?;
    push::validate(&call.state, &call.body).await?;
    let saved = push::save(&call.state, caller.user_id, session, caller.agent_id, &call.body).await?;
    let shown = views(&call.state, caller, vec![saved]).await?.pop();
    Ok(ApiResponse(shown.ok_or_else(|| DbErr::RecordNotUpdated)?))
}

async fn delete(call: PersonCall<DeletePushSubscription>) -> ApiResult<DeletePushSubscription> {
    push::remove(&call.scope, call.path.0).await?;
    Ok(ApiResponse(Nothing {}))
}

/// Shows subscriptions of the caller with the devices of their sessions.
async fn views(
    state: &AppState,
    caller: &Caller,
    rows: Vec<subscription::Model>,
) -> Result<Vec<PushSubscription>, NotificationError> {
    let ids = rows.iter().map(|row| row.session_id);
    let system = state.system();
    let sessions = session::Entity::find().filter(system.id_in(session::Column::Id, ids));
    let sessions = system.all(sessions).await?.into_iter();
    let devices: BTreeMap<SessionId, String> = sessions
        .map(|session| (session.id, proof::device_name(&session.user_agent)))
        .collect();
    let view = |row: subscription::Model| PushSubscription {
        id: row.id,
        device: devices.get(&row.session_id).cloned().unwrap_or_default(),
        current: caller.session() == Some(row.session_id),
        created_at: row.created_at,
    };
    Ok(rows.into_iter().map(view).collect())
}
