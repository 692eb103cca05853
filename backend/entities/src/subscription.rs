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

crate::relations!(Plan: PlanId => crate::plan);

platform::owned!(Entity => Published(Column::AgentId));
