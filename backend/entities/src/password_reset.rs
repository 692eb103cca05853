//! A password reset link, stored as the hash of its token.

use sea_orm::entity::prelude::*;
use shared_types::id::UserId;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "password_resets")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub user_id: UserId,
    pub token_hash: String,
    pub used_at: Option<DateTimeUtc>,
    pub expires_at: DateTimeUtc,
    pub created_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Global);
