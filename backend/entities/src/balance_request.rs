//! The table of balance top-up requests.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, BalanceRequestId, CashEntryId, ClientId, EntryId};
use shared_types::{money::Currency, topups::RequestStatus};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "balance_requests")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: BalanceRequestId,
    pub agent_id: AgentId,
    pub client_id: ClientId,
    pub code: String,
    pub status: RequestStatus,
    pub amount_minor: i64,
    pub currency: Currency,
    pub requisites: Option<String>,
    pub reject_reason: Option<String>,
    pub entry_id: Option<EntryId>,
    pub comment: String,
    pub confirmed_minor: Option<i64>,
    /// The entry of the cash book by which the money came into a box.
    pub cash_entry_id: Option<CashEntryId>,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

crate::relations!(Client: ClientId => crate::client);

platform::owned!(
    Entity => Client(Column::AgentId, Column::ClientId),
    assigned = |staff_id| platform::scope::Assigned::Only(crate::client::managed_by(Column::ClientId, staff_id)),
    live = (platform::scope::Topic::Topup, Column::Id)
);
