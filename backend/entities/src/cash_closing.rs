//! The table of closed days of cash boxes. A closing that was taken back stays.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, CashBoxId, CashClosingId, UserId};
use shared_types::money::Currency;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "cash_closings")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: CashClosingId,
    pub agent_id: AgentId,
    pub box_id: CashBoxId,
    /// The last day that it closes.
    pub day: Date,
    pub currency: Currency,
    pub expected_minor: i64,
    pub counted_minor: i64,
    pub note: String,
    pub actor_user_id: Option<UserId>,
    pub actor_name: String,
    pub created_at: DateTimeUtc,
    pub reopened_at: Option<DateTimeUtc>,
    pub reopened_by_user_id: Option<UserId>,
    pub reopened_by_name: Option<String>,
    pub reopen_reason: Option<String>,
}

crate::relations!();

platform::owned!(
    Entity => Agent(Column::AgentId),
    assigned = |staff_id| platform::scope::Assigned::Only(crate::cash_box::kept_by(Column::BoxId, staff_id))
);
