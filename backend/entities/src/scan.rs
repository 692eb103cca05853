//! An executed scan with its outcome, which is returned if the scan is sent again.

use crate::json::Json;
use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ScanId, StaffId};
use shared_types::scan::{ScanMode, ScanOutcome};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "scans")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: ScanId,
    pub agent_id: AgentId,
    pub staff_id: Option<StaffId>,
    pub scan_id: String,
    pub mode: ScanMode,
    pub context: Option<String>,
    pub code: String,
    pub outcome: Json<ScanOutcome>,
    pub scanned_at: DateTimeUtc,
    pub created_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Agent(Column::AgentId), assigned = |_| platform::scope::Assigned::Everything);
