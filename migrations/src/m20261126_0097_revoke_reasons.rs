//! Reasons for which sessions ended are stored as names instead of sentences.
//!
//! Until all replicas have this version, the former one writes sentences. Both are read.

use crate::helpers;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

/// A sentence that no version has written becomes unknown, not an error.
const UP: &str = "UPDATE sessions SET revoke_reason = CASE revoke_reason \
     WHEN 'logged out' THEN 'logged_out' \
     WHEN 'logged out everywhere' THEN 'logged_out_everywhere' \
     WHEN 'ended by the user' THEN 'ended_by_user' \
     WHEN 'ended by the person' THEN 'ended_by_user' \
     WHEN 'the password was changed' THEN 'password_changed' \
     WHEN 'the phone was changed' THEN 'phone_changed' \
     WHEN 'the phone was verified by another chat' THEN 'phone_verified_elsewhere' \
     WHEN 'the phone was proved by somebody else' THEN 'phone_verified_elsewhere' \
     WHEN 'a refresh token was used twice' THEN 'token_reused' \
     WHEN 'switched to another cabinet' THEN 'cabinet_switched' \
     WHEN 'transferred to the agent''s own host' THEN 'host_changed' \
     WHEN 'the membership was disabled' THEN 'membership_disabled' \
     WHEN 'the access was taken away' THEN 'membership_disabled' \
     END WHERE revoke_reason IS NOT NULL";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        helpers::run(manager, &[UP]).await
    }

    /// The names stay: the former version reads any text.
    async fn down(&self, _: &SchemaManager) -> Result<(), DbErr> {
        Ok(())
    }
}
