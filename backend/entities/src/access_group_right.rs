//! The right that a permission group grants on one object.

use sea_orm::entity::prelude::*;
use shared_types::access::{Breadth, Level, Object};
use shared_types::id::{AccessGroupId, AgentId, ClientId};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "access_group_rights")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: AgentId,
    pub client_id: Option<ClientId>,
    pub group_id: AccessGroupId,
    pub object: Object,
    pub level: Level,
    pub breadth: Breadth,
}

crate::relations!();

platform::owned!(Entity => Client(Column::AgentId, Column::ClientId), assigned = |_| platform::scope::Assigned::Everything);
