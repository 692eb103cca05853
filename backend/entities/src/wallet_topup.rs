//! The table of payment app top-up requests.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ClientId, EntryId, WalletTopupId};
use shared_types::{
    money::Currency,
    topups::{Wallet, WalletStatus},
};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "wallet_topups")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: WalletTopupId,
    pub agent_id: AgentId,
    pub client_id: ClientId,
    pub wallet: Wallet,
    pub account: String,
    pub status: WalletStatus,
    pub amount_minor: i64,
    pub currency: Currency,
    pub entry_id: Option<EntryId>,
    /// Whether the amount was reserved when the request was made. Requests from before reservations are not.
    pub reserved: bool,
    pub comment: String,
    pub reject_reason: Option<String>,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

crate::relations!(Client: ClientId => crate::client);

platform::owned!(
    Entity => Client(Column::AgentId, Column::ClientId),
    assigned = |staff_id| platform::scope::Assigned::Only(crate::client::managed_by(Column::ClientId, staff_id)),
    live = (platform::scope::Topic::WalletTopup, Column::Id)
);
