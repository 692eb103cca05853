//! A file in an order's chat. Without a `message_id` it is uploaded but not sent yet.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ChatFileId, ClientId, MessageId, OrderId, UserId};
use shared_types::orders::Side;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "chat_files")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: ChatFileId,
    pub agent_id: AgentId,
    pub client_id: ClientId,
    pub order_id: OrderId,
    pub message_id: Option<MessageId>,
    pub side: Side,
    pub user_id: Option<UserId>,
    /// The sanitized name given by the sender.
    pub name: String,
    /// The path in the storage.
    pub path: String,
    /// Pixels; set for pictures only.
    pub width: Option<i32>,
    pub height: Option<i32>,
    /// Size of the file that clients download.
    pub bytes: i64,
    pub created_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(
    Entity => Client(Column::AgentId, Column::ClientId),
    assigned = |staff_id| platform::scope::Assigned::Only(crate::order::assigned_orders(Column::OrderId, staff_id))
);
