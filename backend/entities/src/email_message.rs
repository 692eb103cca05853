//! An outgoing e-mail with a notification. Its body is cleared once it is sent or has failed.

use sea_orm::entity::prelude::*;
use shared_types::email_address::EmailAddress;
use shared_types::id::UserId;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "email_messages")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub user_id: UserId,
    pub address: EmailAddress,
    pub body: String,
    pub dedupe_key: String,
    pub attempts: i32,
    pub expires_at: Option<DateTimeUtc>,
    pub sent_at: Option<DateTimeUtc>,
    pub failed_at: Option<DateTimeUtc>,
    pub last_error: Option<String>,
    pub created_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Global);
