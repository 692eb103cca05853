//! A token of the browser extension, stored as its hash.

use sea_orm::entity::prelude::*;
use shared_types::id::{ExtensionTokenId, UserId};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "extension_tokens")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: ExtensionTokenId,
    pub user_id: UserId,
    pub name: String,
    pub token_hash: String,
    pub last_used_at: Option<DateTimeUtc>,
    pub last_ip: Option<String>,
    pub expires_at: Option<DateTimeUtc>,
    pub revoked_at: Option<DateTimeUtc>,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => User(Column::UserId));
