//! A transfer of a session to the agent's own host, with the hash of its one-time code.

use sea_orm::entity::prelude::*;
use shared_types::id::SessionId;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "handovers")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub session_id: SessionId,
    pub code_hash: String,
    pub used_at: Option<DateTimeUtc>,
    pub expires_at: DateTimeUtc,
    pub created_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Global);
