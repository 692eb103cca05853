//! Table `notes`: internal notes on objects of the agent.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, NoteId, StaffId};
use shared_types::notes::NoteKind;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "notes")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: NoteId,
    pub agent_id: AgentId,
    pub staff_id: Option<StaffId>,
    pub notable_type: NoteKind,
    pub notable_id: i64,
    pub body: String,
    pub search_text: String,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Agent(Column::AgentId), assigned = |_| platform::scope::Assigned::Everything);
