//! A chat of a messenger from which a person of the client writes about an order. Answers go back there.

use crate::messenger_contact::Messenger;
use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ClientId, OrderId, UserId};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "chat_relays")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: AgentId,
    pub client_id: ClientId,
    pub order_id: OrderId,
    pub messenger: Messenger,
    pub chat_id: String,
    pub user_id: UserId,
    /// When the person last wrote from there.
    pub written_at: DateTimeUtc,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

platform::owned!(
    Entity => Client(Column::AgentId, Column::ClientId),
    assigned = |staff_id| platform::scope::Assigned::Only(crate::order::assigned_orders(Column::OrderId, staff_id))
);
