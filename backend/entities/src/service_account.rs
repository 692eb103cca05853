//! The operator's debt to an agent, in kopecks. It is negative after a refund of money that was already spent.

use sea_orm::entity::prelude::*;
use shared_types::id::AgentId;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "service_accounts")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: AgentId,
    pub balance_minor: i64,
    /// The sum of the checksums of the account's entries.
    pub checksum: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Agent(Column::AgentId), assigned = |_| platform::scope::Assigned::Everything);
