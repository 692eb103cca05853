//! The right that a permission group grants on one object.

use sea_orm::entity::prelude::*;
use shared_types::access::{Breadth, Level, Object};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "access_group_rights")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: i64,
    pub client_id: Option<i64>,
    pub group_id: i64,
    pub object: Object,
    pub level: Level,
    pub breadth: Breadth,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

platform::owned!(Entity => Client(Column::AgentId, Column::ClientId), assigned = |_| platform::scope::Assigned::Everything);
