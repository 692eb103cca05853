//! Adds the digit shingles of [`crate::numbers`] to the search text of existing orders.

use crate::numbers;
use sea_orm_migration::{
    prelude::*,
    sea_orm::{ConnectionTrait, Statement},
};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

/// Orders per query.
const STEP: i64 = 1000;

/// Applies the function to the search texts of all orders and writes those that change.
async fn rewrite(manager: &SchemaManager<'_>, write: fn(&str) -> String) -> Result<(), DbErr> {
    let connection = manager.get_connection();
    let statement =
        |sql: &str, values: Vec<Value>| Statement::from_sql_and_values(manager.get_database_backend(), sql, values);
    let mut after = 0_i64;
    loop {
        let read = "SELECT id, search_text FROM orders WHERE id > $1 ORDER BY id LIMIT $2";
        let found = connection
            .query_all_raw(statement(read, vec![after.into(), STEP.into()]))
            .await?;
        for row in &found {
            let text: String = row.try_get("", "search_text")?;
            after = row.try_get("", "id")?;
            let new = write(&text);
            if new != text {
                let update = "UPDATE orders SET search_text = $1 WHERE id = $2";
                connection
                    .execute_raw(statement(update, vec![new.into(), after.into()]))
                    .await?;
            }
        }
        if found.is_empty() {
            return Ok(());
        }
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        rewrite(manager, numbers::indexed).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        rewrite(manager, numbers::plain).await
    }
}
