//! A permission group of an agent's staff, or of a client's members if `client_id` is set.

use sea_orm::entity::prelude::*;
use shared_types::id::{AccessGroupId, AgentId, ClientId};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "access_groups")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: AccessGroupId,
    pub agent_id: AgentId,
    pub client_id: Option<ClientId>,
    pub name: String,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Client(Column::AgentId, Column::ClientId), assigned = |_| platform::scope::Assigned::Everything);
