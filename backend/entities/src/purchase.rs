//! The table of payments to sellers.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, EntryId, ListEntryId, OrderId, PurchaseId, UserId};
use shared_types::money::Currency;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "purchases")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: PurchaseId,
    pub agent_id: AgentId,
    pub order_id: OrderId,
    pub purchasing_account_id: ListEntryId,
    pub entry_id: EntryId,
    pub marketplace_order_number: Option<String>,
    /// The number of items that were bought with it.
    pub items: i32,
    pub amount_minor: i64,
    pub currency: Currency,
    pub actor_user_id: Option<UserId>,
    pub actor_name: String,
    pub created_at: DateTimeUtc,
}

crate::relations!(Account: PurchasingAccountId => crate::lists::purchasing_account);

// Purchases are read through their orders, which are restricted to the assigned staff.
platform::owned!(Entity => Agent(Column::AgentId), assigned = |_| platform::scope::Assigned::Everything);
