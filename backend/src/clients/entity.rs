//! A client of an agent. Its id is the tenant key of everything the client owns.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "clients")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: i64,
    pub code: String,
    pub name: String,
    pub company: Option<String>,
    pub currency: String,
    pub manager_staff_id: Option<i64>,
    pub order_seq: i64,
    pub shipment_seq: i64,
    pub disabled_at: Option<DateTimeUtc>,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

crate::platform::scope::owned!(Entity => Client(Column::AgentId, Column::Id), assigned = |staff_id| crate::platform::scope::Assigned::Only(Column::ManagerStaffId.eq(staff_id).into()));
