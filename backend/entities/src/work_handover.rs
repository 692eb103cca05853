//! An order or a client that a staff member handed over. Figures from before stay with that person.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ClientId, OrderId, StaffId};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "work_handovers")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: AgentId,
    /// Who had the work until then.
    pub staff_id: StaffId,
    pub order_id: Option<OrderId>,
    pub client_id: Option<ClientId>,
    pub created_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Agent(Column::AgentId), assigned = |_| platform::scope::Assigned::Everything);
