//! A requested change of an e-mail address, with the hash of its verification link.

use sea_orm::entity::prelude::*;
use shared_types::access::Guard;
use shared_types::email_address::EmailAddress;
use shared_types::id::UserId;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "email_changes")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub user_id: UserId,
    pub guard: Guard,
    pub email: EmailAddress,
    pub token_hash: Option<String>,
    pub used_at: Option<DateTimeUtc>,
    pub expires_at: DateTimeUtc,
    pub created_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Global);
