//! The rows of an import, which are stored in blocks.

use entities::imports::block;
use platform::{scope::ScopedConnection, spreadsheet::Cell};
use sea_orm::{QueryOrder, entity::prelude::*};
use shared_types::id::ImportId;
use trade::orders::OrderError;

/// Rows per block.
pub(super) const BLOCK_ROWS: usize = 500;

/// Returns the stored blocks of an import.
pub(super) async fn load_blocks(
    rows: &impl ScopedConnection,
    import_id: ImportId,
) -> Result<Vec<block::Model>, OrderError> {
    let select = block::Entity::find()
        .filter(block::Column::ImportId.eq(import_id))
        .order_by_asc(block::Column::RowNumber);
    Ok(rows.all(select).await?)
}

/// Parses the rows of a block: pairs of a row number and its cells.
pub(super) fn parse_rows(block: &block::Model) -> Result<Vec<(u32, Vec<Cell<'_>>)>, DbErr> {
    serde_json::from_str(&block.content).map_err(|error| DbErr::Json(error.to_string()))
}
