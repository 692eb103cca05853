//! A browser that gets notifications by web push, for as long as its session lasts.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, PushSubscriptionId, SessionId, UserId};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "push_subscriptions")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: PushSubscriptionId,
    /// The agent of the session's membership.
    pub agent_id: AgentId,
    pub user_id: UserId,
    pub session_id: SessionId,
    /// The address at the browser's push service.
    pub endpoint: String,
    /// The browser's public key, in base64url.
    pub p256dh: String,
    /// The secret that the browser shares with this server, in base64url.
    pub auth: String,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

crate::relations!(Session: SessionId => super::session);

platform::owned!(Entity => User(Column::UserId));
