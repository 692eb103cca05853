//! The state of an order's dialogue in the inbox of the staff. An order without messages has none.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ClientId, MessageId, OrderId, StaffId};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "chat_dialogues")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: AgentId,
    pub client_id: ClientId,
    pub order_id: OrderId,
    pub assigned_staff_id: Option<StaffId>,
    pub last_message_id: MessageId,
    pub last_message_at: DateTimeUtc,
    /// The last message of the client.
    pub client_message_id: Option<MessageId>,
    /// The first message of the client that has no answer; null while nothing waits for the staff.
    pub waiting_message_id: Option<MessageId>,
    /// Since when the dialogue waits for the staff.
    pub waiting_since: Option<DateTimeUtc>,
    pub snoozed_until: Option<DateTimeUtc>,
    /// Whether a person of the client writes from a messenger.
    pub in_messengers: bool,
    pub updated_at: DateTimeUtc,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(
        belongs_to = "crate::order::Entity",
        from = "Column::OrderId",
        to = "crate::order::Column::Id"
    )]
    Order,
    #[sea_orm(
        belongs_to = "crate::client::Entity",
        from = "Column::ClientId",
        to = "crate::client::Column::Id"
    )]
    Client,
    #[sea_orm(
        belongs_to = "crate::chat_message::Entity",
        from = "Column::LastMessageId",
        to = "crate::chat_message::Column::Id"
    )]
    LastMessage,
}

impl ActiveModelBehavior for ActiveModel {}

platform::owned!(
    Entity => Client(Column::AgentId, Column::ClientId),
    assigned = |staff_id| platform::scope::Assigned::Only(crate::order::assigned_orders(Column::OrderId, staff_id)),
    live = (platform::scope::Topic::Chat, Column::OrderId)
);
