//! The browsers that get notifications. A subscription ends with its session.

use super::{
    encryption::{self, BrowserKeys},
    vapid::{PushKey, PushKeyError},
};
use chrono::{DateTime, Utc};
use entities::{push_subscription as subscription, session};
use platform::{
    error::OperationError,
    scope::{ScopedConnection, UserScope},
    state::AppState,
};
use sea_orm::{
    ActiveValue::NotSet,
    Condition, DbErr, QueryOrder, QuerySelect, QueryTrait, Select, Set,
    entity::prelude::*,
    sea_query::{ExprTrait, OnConflict, SelectStatement},
};
use shared_types::{
    access::Guard,
    fields::{FieldErrors, Rule},
    id::{AgentId, PushSubscriptionId, SessionId, UserId},
    notifications::{NewPushSubscription, PUSH_ENDPOINT},
};
use url::Url;

/// The sessions that have not ended.
fn active_sessions(now: DateTime<Utc>) -> Select<session::Entity> {
    session::Entity::find()
        .select_only()
        .column(session::Column::Id)
        .filter(session::Column::RevokedAt.is_null())
        .filter(session::Column::ExpiresAt.gt(now))
}

/// The subscriptions whose session has not ended.
pub(super) fn active(now: DateTime<Utc>) -> Select<subscription::Entity> {
    let sessions = active_sessions(now).into_query();
    subscription::Entity::find().filter(subscription::Column::SessionId.in_subquery(sessions))
}

/// The subscriptions of people at one agent, on one side. Run the query through the system scope or the scope of a person.
pub fn select_active(agent_id: AgentId, guard: Guard, now: DateTime<Utc>) -> Select<subscription::Entity> {
    let sessions = active_sessions(now)
        .filter(session::Column::Guard.eq(guard))
        .into_query();
    subscription::Entity::find()
        .filter(subscription::Column::AgentId.eq(agent_id))
        .filter(subscription::Column::SessionId.in_subquery(sessions))
        .order_by_asc(subscription::Column::Id)
}

/// The people whom [`select_active`] finds.
pub fn select_subscribers(agent_id: AgentId, guard: Guard, now: DateTime<Utc>) -> SelectStatement {
    select_active(agent_id, guard, now)
        .select_only()
        .column(subscription::Column::UserId)
        .into_query()
}

/// The public key that browsers subscribe with.
pub async fn public_key(state: &AppState) -> Result<String, PushKeyError> {
    Ok(PushKey::load(state).await?.public())
}

/// Checks a subscription. The name of its push service is resolved, too.
pub async fn validate(state: &AppState, new: &NewPushSubscription) -> Result<(), OperationError> {
    let mut errors = FieldErrors::default();
    let endpoint = errors.url("endpoint", &new.endpoint, PUSH_ENDPOINT);
    let keys = BrowserKeys::parse(&new.keys.p256dh, &new.keys.auth);
    if keys.is_none_or(|keys| encryption::encrypt(&keys, &[]).is_err()) {
        errors.add("keys", Rule::UnknownValue);
    }
    errors.into_result(())?;
    let refused = || FieldErrors::single("endpoint", Rule::NotAUrl);
    let url = Url::parse(&endpoint).map_err(|_| refused())?;
    state
        .config
        .webhook_networks
        .check(&url)
        .await
        .map_err(|_| refused().into())
}

/// Stores the subscription of a session's browser, and replaces an earlier one.
pub async fn save(
    state: &AppState,
    user_id: UserId,
    session_id: SessionId,
    agent_id: AgentId,
    new: &NewPushSubscription,
) -> Result<subscription::Model, OperationError> {
    use subscription::Column;
    let now = state.clock.now();
    let endpoint = new.endpoint.trim();
    // One browser belongs to one person, and a session to one browser. Only the browser knows its secret.
    let of_browser = Column::Endpoint
        .eq(endpoint)
        .and(Column::Auth.eq(&new.keys.auth))
        .and(Column::UserId.ne(user_id));
    let of_session = Column::SessionId.eq(session_id).and(Column::Endpoint.ne(endpoint));
    let earlier = subscription::Entity::delete_many().filter(Condition::any().add(of_browser).add(of_session));
    let row = subscription::ActiveModel {
        id: NotSet,
        agent_id: Set(agent_id),
        user_id: Set(user_id),
        session_id: Set(session_id),
        endpoint: Set(endpoint.to_owned()),
        p256dh: Set(new.keys.p256dh.clone()),
        auth: Set(new.keys.auth.clone()),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let unique = OnConflict::columns([Column::UserId, Column::Endpoint])
        .update_columns([
            Column::AgentId,
            Column::SessionId,
            Column::P256dh,
            Column::Auth,
            Column::UpdatedAt,
        ])
        .to_owned();
    let saved = state
        .system()
        .in_transaction(async |tx| {
            tx.delete_where(earlier).await?;
            tx.upsert(row, unique).await
        })
        .await?;
    Ok(saved)
}

/// Ends a subscription of the person.
pub async fn remove(rows: &UserScope, id: PushSubscriptionId) -> Result<(), OperationError> {
    let delete = subscription::Entity::delete_many().filter(subscription::Column::Id.eq(id));
    if rows.delete_where(delete).await? == 0 {
        return Err(OperationError::NotFound);
    }
    Ok(())
}

/// Deletes the subscriptions of sessions that have ended.
pub(super) async fn delete_ended(state: &AppState) -> Result<(), DbErr> {
    let sessions = active_sessions(state.clock.now()).into_query();
    let ended = subscription::Entity::delete_many().filter(subscription::Column::SessionId.not_in_subquery(sessions));
    state.system().delete_where(ended).await.map(drop)
}
