//! The plan of an agent. Clients' transactions read it to check the limits.

use sea_orm::entity::prelude::*;
use shared_types::{
    id::{AgentId, PlanId},
    month::CalendarMonth,
};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "subscriptions")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: AgentId,
    pub plan_id: PlanId,
    /// The last month for which something was paid or credited.
    pub covered_month: Option<CalendarMonth>,
    /// The monthly price that is paid for that month.
    pub covered_minor: i64,
    /// The first month whose invoice waits for the name of the operator.
    pub waiting_from: Option<CalendarMonth>,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(
        belongs_to = "crate::plan::Entity",
        from = "Column::PlanId",
        to = "crate::plan::Column::Id"
    )]
    Plan,
}

impl Related<crate::plan::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::Plan.def()
    }
}

impl ActiveModelBehavior for ActiveModel {}

platform::owned!(Entity => Published(Column::AgentId));
