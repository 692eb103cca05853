//! A notification as delivered to one client.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ClientId, NotificationId};
use shared_types::notifications::DeliveryState;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "agent_notification_deliveries")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: AgentId,
    pub client_id: ClientId,
    pub notification_id: NotificationId,
    pub status: DeliveryState,
    pub title: String,
    pub body: String,
    /// The text for members who may not see balances; `None` if the text names none.
    pub body_without_sums: Option<String>,
    pub chats: i32,
    pub error: Option<String>,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

crate::relations!(Client: ClientId => crate::client);

platform::owned!(
    Entity => Client(Column::AgentId, Column::ClientId),
    assigned = |staff_id| platform::scope::Assigned::Only(crate::client::managed_by(Column::ClientId, staff_id))
);
