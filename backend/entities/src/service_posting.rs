//! Postings of the operator's ledger, in kopecks. Postings are never changed or deleted.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ServiceEntryId};

shared_types::named_set! {
    /// An account of the operator's ledger.
    pub enum OperatorAccount {
        /// The operator's debt to the agent.
        Agent = "agent",
        /// The operator's cash and bank money.
        Cash = "cash",
        /// The operator's revenue.
        Revenue = "revenue",
    }
}

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "service_postings")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: AgentId,
    pub entry_id: ServiceEntryId,
    pub account: OperatorAccount,
    /// Positive if the operator owes more or owns less.
    pub amount_minor: i64,
    /// Of the agent's account only.
    pub balance_after_minor: Option<i64>,
}

crate::relations!(Entry: EntryId => crate::service_entry);

platform::owned!(Entity => Agent(Column::AgentId), assigned = |_| platform::scope::Assigned::Everything);
