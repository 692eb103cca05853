//! An entry in the history of a client.

use crate::json::Json;
use sea_orm::entity::prelude::*;
use shared_types::clients::{ClientEvent, ClientFieldChange};
use shared_types::id::{AgentId, ClientId, UserId};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "client_history")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: AgentId,
    pub client_id: ClientId,
    pub event: ClientEvent,
    pub changes: Json<Vec<ClientFieldChange>>,
    pub actor_user_id: Option<UserId>,
    pub actor_name: String,
    pub created_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(
    Entity => Client(Column::AgentId, Column::ClientId),
    assigned = |staff_id| platform::scope::Assigned::Only(crate::client::managed_by(Column::ClientId, staff_id))
);
