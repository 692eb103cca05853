//! Table `translation_usage`: characters that providers translated for an agent, by month.

use sea_orm::entity::prelude::*;
use shared_types::{id::AgentId, month::CalendarMonth};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "translation_usage")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: AgentId,
    /// Year and month in UTC, as `2026-11`.
    pub month: CalendarMonth,
    pub characters: i64,
}

crate::relations!();

platform::owned!(Entity => Agent(Column::AgentId), assigned = |_| platform::scope::Assigned::Everything);
