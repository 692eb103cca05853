//! The address of a person that refused an e-mail permanently.

use sea_orm::entity::prelude::*;
use shared_types::email_address::EmailAddress;
use shared_types::id::UserId;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "email_failures")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub user_id: UserId,
    pub address: EmailAddress,
    pub reason: String,
    pub failed_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Global);
