//! A session on one device, to which a family of refresh tokens belongs.

use sea_orm::entity::prelude::*;
use shared_types::access::Guard;
use shared_types::id::{MemberId, SessionId, StaffId, UserId};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "sessions")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: SessionId,
    pub user_id: UserId,
    pub guard: Guard,
    pub staff_id: Option<StaffId>,
    pub member_id: Option<MemberId>,
    pub user_agent: String,
    pub last_ip: Option<String>,
    pub created_at: DateTimeUtc,
    pub last_seen_at: DateTimeUtc,
    pub expires_at: DateTimeUtc,
    pub revoked_at: Option<DateTimeUtc>,
    pub revoke_reason: Option<String>,
    pub proved_at: Option<DateTimeUtc>,
    /// SHA-256 of the secret in the browser's `karavan_browser` cookie. `None` once the browser is not known any more.
    pub browser_hash: Option<String>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

platform::owned!(Entity => Global);
