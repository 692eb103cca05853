//! A refresh token, stored as its hash.

use sea_orm::entity::prelude::*;
use shared_types::id::SessionId;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "refresh_tokens")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub session_id: SessionId,
    pub token_hash: String,
    /// The first use.
    pub used_at: Option<DateTimeUtc>,
    /// The last time that the token was exchanged again because none of its successors had been used.
    pub reissued_at: Option<DateTimeUtc>,
    /// The token that was exchanged for this one; `None` for the token of a login.
    pub parent: Option<i64>,
    /// The successor that was used first. From then on this token is void.
    pub successor: Option<i64>,
    pub expires_at: DateTimeUtc,
    pub created_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Global);
