//! An outgoing message. Its body is cleared once it is sent or has failed.

use crate::messenger_contact::Messenger;
use sea_orm::entity::prelude::*;
use shared_types::id::{LoginCodeId, MessageId, OrderId};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "messenger_messages")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub messenger: Messenger,
    pub chat_id: String,
    pub body: String,
    pub login_code_id: Option<LoginCodeId>,
    pub dedupe_key: Option<String>,
    pub attempts: i32,
    pub next_try_at: DateTimeUtc,
    pub claimed_until: Option<DateTimeUtc>,
    pub expires_at: Option<DateTimeUtc>,
    pub sent_at: Option<DateTimeUtc>,
    pub failed_at: Option<DateTimeUtc>,
    pub last_error: Option<String>,
    /// The id that the messenger gave it.
    pub native_id: Option<String>,
    /// The order that the message is about.
    pub order_id: Option<OrderId>,
    /// The message of a chat that it passes on.
    pub chat_message_id: Option<MessageId>,
    pub created_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Global);
