//! A passkey of a user.

use crate::json::Json;
use sea_orm::entity::prelude::*;
use shared_types::id::{PasskeyId, UserId};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "passkeys")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: PasskeyId,
    pub user_id: UserId,
    pub name: String,
    /// In Base64url.
    pub credential_id: String,
    /// `SubjectPublicKeyInfo` in Base64url.
    pub public_key: String,
    /// How often it was used, as the authenticator counts. Zero for passkeys that are synchronized.
    pub sign_count: i64,
    pub transports: Json<Vec<String>>,
    pub last_used_at: Option<DateTimeUtc>,
    pub created_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Global);
