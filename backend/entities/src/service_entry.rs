//! Entries of the operator's ledger. Entries are never changed or deleted.

use sea_orm::entity::prelude::*;
use shared_types::{
    billing::ServiceEntryKind,
    id::{AgentId, ServiceEntryId, UserId},
};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "service_entries")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: ServiceEntryId,
    pub agent_id: AgentId,
    pub kind: ServiceEntryKind,
    /// The source of the entry, such as `invoice:7`. Each source has one entry.
    pub reference: String,
    pub memo: String,
    pub actor_user_id: Option<UserId>,
    pub created_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Agent(Column::AgentId), assigned = |_| platform::scope::Assigned::Everything);
