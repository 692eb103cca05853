//! A user's membership of an agent.

use sea_orm::entity::prelude::*;
use shared_types::id::{AccessGroupId, AgentId, StaffId, UserId};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "staff")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: StaffId,
    pub agent_id: AgentId,
    pub user_id: UserId,
    pub access_group_id: Option<AccessGroupId>,
    pub is_owner: bool,
    pub invited_as: Option<String>,
    pub confirmed_at: Option<DateTimeUtc>,
    pub disabled_at: Option<DateTimeUtc>,
    /// When the person left. The row stays, because finished work and past figures name it.
    pub removed_at: Option<DateTimeUtc>,
    pub last_ip: Option<String>,
    pub last_seen_at: Option<DateTimeUtc>,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Agent(Column::AgentId), assigned = |_| platform::scope::Assigned::Everything);
