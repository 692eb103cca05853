//! The last message of an order's chat that a person has read.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ClientId, MessageId, OrderId, UserId};
use shared_types::orders::Side;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "chat_read_marks")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: AgentId,
    pub client_id: ClientId,
    pub order_id: OrderId,
    pub side: Side,
    pub user_id: UserId,
    pub last_message_id: MessageId,
    pub updated_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(
    Entity => Client(Column::AgentId, Column::ClientId),
    assigned = |staff_id| platform::scope::Assigned::Only(crate::order::assigned_orders(Column::OrderId, staff_id)),
    live = (platform::scope::Topic::Chat, Column::OrderId)
);
