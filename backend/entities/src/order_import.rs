//! The table of imports of open orders of an earlier system.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, OrderImportId, UserId};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "order_imports")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: OrderImportId,
    pub agent_id: AgentId,
    pub actor_user_id: Option<UserId>,
    pub actor_name: String,
    pub orders_count: i64,
    pub undone_at: Option<DateTimeUtc>,
    pub created_at: DateTimeUtc,
}

crate::relations!();

// A person with some of the orders sees the import, and can't undo it.
platform::owned!(Entity => Agent(Column::AgentId), assigned = |_| platform::scope::Assigned::Everything);
