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

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(
        belongs_to = "crate::ledger_entry::Entity",
        from = "Column::EntryId",
        to = "crate::ledger_entry::Column::Id"
    )]
    Entry,
}

impl Related<crate::ledger_entry::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::Entry.def()
    }
}

impl ActiveModelBehavior for ActiveModel {}

platform::owned!(Entity => Ledger(Column::AgentId, Some(Column::ClientId)), live = (platform::scope::Topic::Balance, Column::ClientId));
