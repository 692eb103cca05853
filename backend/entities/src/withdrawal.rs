//! The table of withdrawals.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ClientId, EntryId, WithdrawalId};
use shared_types::{money::Currency, topups::WithdrawalStatus};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "withdrawals")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: WithdrawalId,
    pub agent_id: AgentId,
    pub client_id: ClientId,
    pub status: WithdrawalStatus,
    pub amount_minor: i64,
    pub currency: Currency,
    pub requisites: String,
    pub comment: String,
    pub reject_reason: Option<String>,
    /// The entry that paid it.
    pub entry_id: Option<EntryId>,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

crate::relations!(Client: ClientId => crate::client);

platform::owned!(
    Entity => Client(Column::AgentId, Column::ClientId),
    assigned = |staff_id| platform::scope::Assigned::Only(crate::client::managed_by(Column::ClientId, staff_id)),
    live = (platform::scope::Topic::Withdrawal, Column::Id)
);
