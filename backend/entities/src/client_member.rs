//! A user's membership of a client.

use sea_orm::entity::prelude::*;
use shared_types::id::{AccessGroupId, AgentId, ClientId, MemberId, UserId};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "client_members")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: MemberId,
    pub agent_id: AgentId,
    pub client_id: ClientId,
    pub user_id: UserId,
    pub access_group_id: Option<AccessGroupId>,
    pub is_owner: bool,
    pub invited_as: Option<String>,
    pub confirmed_at: Option<DateTimeUtc>,
    pub disabled_at: Option<DateTimeUtc>,
    pub last_ip: Option<String>,
    pub last_seen_at: Option<DateTimeUtc>,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Client(Column::AgentId, Column::ClientId), assigned = |_| platform::scope::Assigned::Everything);
