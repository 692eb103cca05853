//! Changing the column mapping of an import.

use super::{
    blocks::{load_blocks, parse_rows},
    confirm::Refusal,
    layouts,
    plan::{plan, scan},
    preview::{Reader, find, view},
    upload::{find_open, imported_items, to_json},
};
use chrono::{DateTime, Utc};
use entities::imports::{block, import};
use platform::scope::ScopedConnection;
use sea_orm::{entity::prelude::*, sea_query::Expr};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::{ImportId, OrderId},
    imports::{Import, ImportChange, ImportCounts, limits},
};
use trade::orders::OrderError;

/// Changes the mapping of a previewed import and recalculates its counts. A reader without prices is refused:
/// another mapping would show them as a column of another kind.
pub(super) async fn update(
    rows: &impl ScopedConnection,
    at: (OrderId, ImportId),
    mut change: ImportChange,
    reader: Reader,
    now: DateTime<Utc>,
) -> Result<Result<Import, Refusal>, OrderError> {
    let mut errors = FieldErrors::default();
    if change.mapping.len() > limits::COLUMNS {
        errors.add("mapping", Rule::TooMany(limits::COLUMNS));
    }
    for (at, field) in change.mapping.iter().enumerate() {
        let is_single = field.is_some_and(|field| !field.is_repeatable());
        if is_single && change.mapping.iter().take(at).any(|other| other == field) {
            errors.add("mapping", Rule::UnknownValue);
        }
    }
    if change.header_row.is_some_and(|row| i32::try_from(row).is_err()) {
        errors.add("header_row", Rule::OutOfRange(0, i32::MAX.into()));
    }
    if change
        .decimal_marks
        .as_ref()
        .is_some_and(|marks| marks.len() > limits::COLUMNS)
    {
        errors.add("decimal_marks", Rule::TooMany(limits::COLUMNS));
    }
    errors.into_result(())?;
    find_open(rows, reader.side, at.0).await?;
    let import = find(rows, at, reader).await?;
    if !reader.sees_prices_of(&import) {
        return Ok(Err(Refusal::PricesHidden));
    }
    let header_row = change
        .header_row
        .and_then(|row| i32::try_from(row).ok())
        .unwrap_or(import.header_row);
    // A column that the change leaves out has no field.
    let width = import.mapping.len().max(change.mapping.len());
    change.mapping.resize(width, None);
    let kept = || import.columns.iter().map(|column| column.decimal_mark).collect();
    let marks: Vec<_> = change.decimal_marks.unwrap_or_else(kept);
    let items = imported_items(rows, reader.side, at.0).await?;
    let blocks = load_blocks(rows, import.id).await?;
    let (columns, layout) = scan(&change.mapping, &marks, header_row, &blocks)?;
    let header_key = header_key_of(header_row, &blocks)?;
    let counts = ImportCounts {
        hidden: import.counts.hidden,
        ..plan(&layout, header_row, &items, &blocks)?.counts
    };
    let update = import::Entity::update_many()
        .col_expr(import::Column::Mapping, Expr::value(to_json(&change.mapping)?))
        .col_expr(import::Column::Columns, Expr::value(to_json(&columns)?))
        .col_expr(import::Column::HeaderRow, Expr::value(header_row))
        .col_expr(import::Column::HeaderKey, Expr::value(header_key))
        .col_expr(import::Column::Counts, Expr::value(to_json(&counts)?))
        .col_expr(import::Column::UpdatedAt, Expr::value(now))
        .filter(import::Column::Id.eq(import.id))
        .filter(import::Column::Status.eq("preview"));
    let changed = rows.update(update).await?.pop();
    Ok(changed.map(|import| view(import, reader)).ok_or(Refusal::Closed))
}

fn header_key_of(header_row: i32, blocks: &[block::Model]) -> Result<Option<String>, DbErr> {
    for block in blocks.iter().take_while(|block| block.row_number <= header_row) {
        let row = parse_rows(block)?
            .into_iter()
            .find(|(number, _)| i64::from(*number) == i64::from(header_row));
        if let Some((_, cells)) = row {
            return Ok(layouts::header_key(&cells));
        }
    }
    Ok(None)
}
