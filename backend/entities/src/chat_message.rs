//! A message in an order's chat.

use crate::translations::StoredTranslations;
use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ClientId, MessageId, OrderId, UserId};
use shared_types::orders::Side;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "chat_messages")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: MessageId,
    pub agent_id: AgentId,
    pub client_id: ClientId,
    pub order_id: OrderId,
    pub author_user_id: Option<UserId>,
    pub author_side: Side,
    pub body: String,
    pub no_reply_needed: bool,
    /// Whether files are attached. Most messages have none, and reading them needs no query for files.
    pub has_files: bool,
    /// The messenger from which it was written; null for the cabinet.
    pub messenger: Option<crate::messenger_contact::Messenger>,
    /// Translations of the text; null if there are none.
    pub translations: Option<StoredTranslations>,
    pub edited_at: Option<DateTimeUtc>,
    pub created_at: DateTimeUtc,
}

crate::relations!(Author: AuthorUserId => crate::user);

platform::owned!(
    Entity => Client(Column::AgentId, Column::ClientId),
    assigned = |staff_id| platform::scope::Assigned::Only(crate::order::assigned_orders(Column::OrderId, staff_id)),
    live = (platform::scope::Topic::Chat, Column::OrderId)
);
