//! Imports of spreadsheets: the sheets, the counts, the undo data and the items that an import added.

use crate::helpers;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const UP: &[&str] = &[
    "ALTER TABLE imports ADD COLUMN sheet text NOT NULL DEFAULT ''",
    "ALTER TABLE imports ADD COLUMN sheets text NOT NULL DEFAULT '[]'",
    "ALTER TABLE imports ADD COLUMN header_row int NOT NULL DEFAULT 0",
    "ALTER TABLE imports ADD COLUMN counts text NOT NULL DEFAULT '{}'",
    "ALTER TABLE imports ADD COLUMN undo text",
    "CREATE INDEX ix_imports_order_id ON imports (order_id, id)",
    "ALTER TABLE order_items ADD COLUMN import_id bigint",
    "CREATE INDEX ix_order_items_import_id ON order_items (import_id) WHERE import_id IS NOT NULL",
];

const DOWN: &[&str] = &[
    "DROP INDEX ix_order_items_import_id",
    "ALTER TABLE order_items DROP COLUMN import_id",
    "DROP INDEX ix_imports_order_id",
    "ALTER TABLE imports DROP COLUMN undo",
    "ALTER TABLE imports DROP COLUMN counts",
    "ALTER TABLE imports DROP COLUMN header_row",
    "ALTER TABLE imports DROP COLUMN sheets",
    "ALTER TABLE imports DROP COLUMN sheet",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        helpers::run(manager, UP).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        helpers::run(manager, DOWN).await
    }
}
