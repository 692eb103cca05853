//! The table of accounts. Only client accounts have a running balance.

use sea_orm::entity::prelude::*;
use shared_types::id::{AccountId, AgentId, ClientId};
use shared_types::money::Currency;

closed_set! {
    /// The kind of a ledger account.
    AccountKind {
        /// The agent's debt to a client: the balance, and under the name `reserved` the reserve for open requests.
        Client = "client",
        /// The agent's cash and bank money.
        CashBox = "cash_box",
        /// The agent's revenue.
        Revenue = "revenue",
        /// The counterpart of corrections and exchanges.
        Suspense = "suspense",
    }
}

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "ledger_accounts")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: AccountId,
    pub agent_id: AgentId,
    pub client_id: Option<ClientId>,
    pub kind: AccountKind,
    pub name: String,
    pub currency: Currency,
    pub balance_minor: i64,
    /// The sum of the checksums of the entries that the account is part of; `books::ledger` says of which accounts.
    pub checksum: i64,
    pub created_at: DateTimeUtc,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

platform::owned!(Entity => Ledger(Column::AgentId, Some(Column::ClientId)));
