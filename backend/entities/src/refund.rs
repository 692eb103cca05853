//! The table of refunds of payments.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ClientId, EntryId, ItemId, PaymentId, UserId};
use shared_types::money::Currency;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "refunds")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: AgentId,
    pub client_id: ClientId,
    pub payment_id: PaymentId,
    pub item_id: Option<ItemId>,
    /// The refunded pieces of the item; null if only money was refunded.
    pub pieces: Option<i32>,
    pub entry_id: EntryId,
    pub amount_minor: i64,
    pub currency: Currency,
    pub reason: String,
    /// The share of the payment's rate gain that the refund takes back.
    pub rate_gain_minor: Option<i64>,
    pub actor_user_id: Option<UserId>,
    pub created_at: DateTimeUtc,
    /// Of all fields that never change; absent only between the migration that added it and `ledger:seal`.
    pub checksum: Option<i64>,
}

crate::relations!();

platform::owned!(Entity => Client(Column::AgentId, Column::ClientId), assigned = |_| platform::scope::Assigned::Everything);
