//! The table of postings: the change that an entry makes to one account. Postings are never changed or deleted.

use sea_orm::entity::prelude::*;
use shared_types::id::{AccountId, AgentId, ClientId, EntryId};
use shared_types::money::Currency;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "ledger_postings")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: AgentId,
    pub entry_id: EntryId,
    pub account_id: AccountId,
    pub client_id: Option<ClientId>,
    /// Whether the amount is added to the client's reserve (money of open requests) instead of its balance. Copied from the account.
    pub reserved: bool,
    pub amount_minor: i64,
    pub currency: Currency,
    pub balance_after_minor: Option<i64>,
}

crate::relations!(Entry: EntryId => crate::ledger_entry);

platform::owned!(Entity => Ledger(Column::AgentId, Some(Column::ClientId)), live = (platform::scope::Topic::Balance, Column::ClientId));
