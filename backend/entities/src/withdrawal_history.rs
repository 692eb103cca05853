//! The status changes of withdrawals.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ClientId, UserId, WithdrawalId};
use shared_types::{orders::Side, topups::WithdrawalStatus};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "withdrawal_history")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: AgentId,
    pub client_id: ClientId,
    pub withdrawal_id: WithdrawalId,
    pub from_status: Option<WithdrawalStatus>,
    pub to_status: WithdrawalStatus,
    pub side: Side,
    pub actor_user_id: Option<UserId>,
    pub actor_name: String,
    pub reason: Option<String>,
    pub created_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(
    Entity => Client(Column::AgentId, Column::ClientId),
    assigned = |staff_id| platform::scope::Assigned::Only(crate::client::managed_by(Column::ClientId, staff_id))
);
