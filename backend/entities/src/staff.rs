//! A user's membership of an agent.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "staff")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: i64,
    pub user_id: i64,
    pub access_group_id: Option<i64>,
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

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

platform::owned!(Entity => Agent(Column::AgentId), assigned = |_| platform::scope::Assigned::Everything);
