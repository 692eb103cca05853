//! The agent's setting of a service has a version, so that a stale change of its price is refused.

use crate::helpers;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const UP: &[&str] = &["ALTER TABLE agent_service_settings ADD COLUMN version bigint NOT NULL DEFAULT 1"];

const DOWN: &[&str] = &["ALTER TABLE agent_service_settings DROP COLUMN version"];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        helpers::run(manager, UP).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        helpers::run(manager, DOWN).await
    }
}
