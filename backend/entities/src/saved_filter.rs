//! Table `saved_filters`: named filters of the agent's order table.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "saved_filters")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: i64,
    pub staff_id: i64,
    pub name: String,
    pub query: String,
    pub shared: bool,
    pub created_at: DateTimeUtc,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

platform::owned!(Entity => Agent(Column::AgentId), assigned = |_| platform::scope::Assigned::Everything);
