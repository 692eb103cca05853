//! An entry in the history of a cash box.

use crate::json::Json;
use sea_orm::entity::prelude::*;
use shared_types::cash::{CashBoxEvent, CashBoxFieldChange};
use shared_types::id::{AgentId, CashBoxId, UserId};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "cash_box_changes")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: AgentId,
    pub box_id: CashBoxId,
    pub event: CashBoxEvent,
    pub changes: Json<Vec<CashBoxFieldChange>>,
    pub actor_user_id: Option<UserId>,
    pub actor_name: String,
    pub created_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(
    Entity => Agent(Column::AgentId),
    assigned = |staff_id| platform::scope::Assigned::Only(crate::cash_box::kept_by(Column::BoxId, staff_id))
);
