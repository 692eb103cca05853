//! An executed scan with its outcome, which is returned if the scan is sent again.

use sea_orm::entity::prelude::*;
use shared_types::scan::ScanMode;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "scans")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: i64,
    pub staff_id: Option<i64>,
    pub scan_id: String,
    pub mode: ScanMode,
    pub context: Option<String>,
    pub code: String,
    pub outcome: String,
    pub scanned_at: DateTimeUtc,
    pub created_at: DateTimeUtc,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

platform::owned!(Entity => Agent(Column::AgentId), assigned = |_| platform::scope::Assigned::Everything);
