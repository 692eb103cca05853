//! An outgoing message by web push. Its body is cleared once it is sent or has failed.

use sea_orm::entity::prelude::*;
use shared_types::id::PushSubscriptionId;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "push_messages")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub subscription_id: PushSubscriptionId,
    pub body: String,
    /// A later message with the same topic replaces this one while the browser is offline.
    pub topic: String,
    pub dedupe_key: String,
    pub attempts: i32,
    pub expires_at: DateTimeUtc,
    pub sent_at: Option<DateTimeUtc>,
    pub failed_at: Option<DateTimeUtc>,
    pub last_error: Option<String>,
    pub created_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Global);
