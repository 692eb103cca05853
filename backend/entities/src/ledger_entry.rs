//! The table of entries. Entries are never changed or deleted.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, EntryId, UserId};
use shared_types::ledger::EntryKind;

shared_types::named_set! {
    /// The kind of document that an entry or a payment belongs to.
    pub enum DocumentType {
        Order = "order",
        Shipment = "shipment",
        /// A service ordered for an item.
        Service = "service",
        /// A top-up request of a client's balance.
        BalanceRequest = "balance_request",
        /// A top-up request of a client's payment app.
        WalletTopup = "wallet_topup",
        /// A withdrawal of a client's balance.
        Withdrawal = "withdrawal",
        /// A purchasing account of the agent.
        PurchasingAccount = "purchasing_account",
        /// A cash box of the agent.
        CashBox = "cash_box",
        /// The client itself, for corrections and reversals.
        Client = "client",
    }
}

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "ledger_entries")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: EntryId,
    pub agent_id: AgentId,
    pub kind: EntryKind,
    pub document_type: DocumentType,
    pub document_id: i64,
    pub reverses_id: Option<EntryId>,
    pub memo: String,
    pub actor_user_id: Option<UserId>,
    pub created_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Ledger(Column::AgentId, None));
