//! Table `saved_filters`: named filters of the agent's order table.

use crate::json::Json;
use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, SavedFilterId, StaffId};
use shared_types::orders::AgentOrderQuery;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "saved_filters")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: SavedFilterId,
    pub agent_id: AgentId,
    pub staff_id: StaffId,
    pub name: String,
    pub query: Json<AgentOrderQuery>,
    pub shared: bool,
    pub created_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Agent(Column::AgentId), assigned = |_| platform::scope::Assigned::Everything);
