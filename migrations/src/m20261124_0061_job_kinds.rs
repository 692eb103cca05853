//! Job kinds get names that say what the job does. Queued jobs are renamed; the worker runs the earlier names of older replicas, too.

use crate::helpers;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const UP: &[&str] = &[
    "UPDATE jobs SET kind = 'notifications:send' WHERE kind = 'notifications:tell'",
    "UPDATE jobs SET kind = 'alerts:send' WHERE kind = 'alerts:tell'",
    "UPDATE jobs SET kind = 'identity:password-reset' WHERE kind = 'identity:letter'",
    "UPDATE jobs SET kind = 'identity:email-change' WHERE kind = 'identity:new-address'",
];

const DOWN: &[&str] = &[
    "UPDATE jobs SET kind = 'notifications:tell' WHERE kind = 'notifications:send'",
    "UPDATE jobs SET kind = 'alerts:tell' WHERE kind = 'alerts:send'",
    "UPDATE jobs SET kind = 'identity:letter' WHERE kind = 'identity:password-reset'",
    "UPDATE jobs SET kind = 'identity:new-address' WHERE kind = 'identity:email-change'",
];

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
