//! People know whether their time zone was chosen. Those who were invited and have never logged in have chosen none.

use crate::helpers;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const UP: &[&str] = &[
    "ALTER TABLE users ADD COLUMN timezone_chosen boolean NOT NULL DEFAULT true",
    "UPDATE users SET timezone_chosen = false \
     WHERE timezone = 'Europe/Moscow' AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.user_id = users.id)",
];

const DOWN: &[&str] = &["ALTER TABLE users DROP COLUMN timezone_chosen"];

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
