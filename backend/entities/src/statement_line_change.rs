//! The changes of bank statement lines: what was credited, taken back, ignored and restored, and by whom.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, BalanceRequestId, StatementLineId, UserId};
use shared_types::topups::StatementLineChangeKind;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "statement_line_changes")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: AgentId,
    pub line_id: StatementLineId,
    pub kind: StatementLineChangeKind,
    /// The request that was credited or taken back.
    pub request_id: Option<BalanceRequestId>,
    pub amount_minor: Option<i64>,
    pub reason: Option<String>,
    pub actor_user_id: Option<UserId>,
    pub actor_name: String,
    pub created_at: DateTimeUtc,
}

crate::relations!(Request: RequestId => crate::balance_request);

platform::owned!(Entity => Agent(Column::AgentId), assigned = |_| platform::scope::Assigned::Everything);
