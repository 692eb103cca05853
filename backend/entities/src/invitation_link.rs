//! The link by which an invited person enters, stored as the hash of its token.

use sea_orm::entity::prelude::*;
use shared_types::id::{MemberId, StaffId, UserId};

/// Refers to the membership of one side.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "invitation_links")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub user_id: UserId,
    pub staff_id: Option<StaffId>,
    pub member_id: Option<MemberId>,
    pub token_hash: String,
    pub expires_at: DateTimeUtc,
    pub created_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Global);
