//! A scanned code that referred to nothing.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, StaffId, UnknownScanId};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "unknown_scans")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: UnknownScanId,
    pub agent_id: AgentId,
    pub code: String,
    pub staff_id: Option<StaffId>,
    pub cell: Option<String>,
    pub seen: i32,
    pub last_scanned_at: DateTimeUtc,
    pub created_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Agent(Column::AgentId), assigned = |_| platform::scope::Assigned::Everything);
