//! The newest position of a feed: of the agent's, or of a client's.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ClientId};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "event_positions")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: AgentId,
    /// The client of the feed; `None` for the feed of the agent.
    pub client_id: Option<ClientId>,
    pub last_sequence: i64,
}

crate::relations!();

platform::owned!(
    Entity => Client(Column::AgentId, Column::ClientId),
    assigned = |_| platform::scope::Assigned::Everything
);
