//! Invoices can wait for the name of the operator: the first month that a subscription has no invoice for.

use crate::helpers;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const UP: &[&str] = &["ALTER TABLE subscriptions ADD COLUMN waiting_from text"];

const DOWN: &[&str] = &["ALTER TABLE subscriptions DROP COLUMN waiting_from"];

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
