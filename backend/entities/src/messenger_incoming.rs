//! A message that a person wrote to a bot, and the chat message that it became. Its content is kept until its order is known.

use crate::messenger_contact::Messenger;
use sea_orm::entity::prelude::*;
use shared_types::id::{MessageId, OrderId};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "messenger_incoming")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub messenger: Messenger,
    pub chat_id: String,
    /// The id of the message in the messenger.
    pub native_id: String,
    pub order_id: Option<OrderId>,
    pub chat_message_id: Option<MessageId>,
    /// The message, while the person has to choose its order.
    pub content: Option<String>,
    pub received_at: DateTimeUtc,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

platform::owned!(Entity => Global);
