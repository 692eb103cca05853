//! The header row and the fields of the columns of a new sheet: as the last confirmed sheet with the same headers had them, else by
//! the words of the headers.

use super::{columns::Mapping, headers, preview::Reader};
use entities::imports::import;
use platform::{
    rng,
    scope::ScopedConnection,
    spreadsheet::{Cell, Table},
};
use sea_orm::{
    DbErr, Order, QueryOrder, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, SimpleExpr},
};
use shared_types::{imports::ImportStatus, number_text::DecimalMark};

/// The number of rows among which known headers are searched for.
const HEADER_SEARCH_ROWS: usize = 20;

/// How a sheet is read.
pub(super) struct SheetLayout {
    pub(super) header_row: u32,
    pub(super) mapping: Mapping,
    /// The decimal marks that a person has chosen for columns whose numbers have two readings.
    pub(super) marks: Vec<Option<DecimalMark>>,
    pub(super) header_key: Option<String>,
}

/// Identifies a row of headers by its texts. `None` for a row with less than two texts.
pub(super) fn header_key(cells: &[Cell<'_>]) -> Option<String> {
    let texts: Vec<String> = cells.iter().map(|cell| cell.text.trim().to_lowercase()).collect();
    let filled = texts.iter().filter(|text| !text.is_empty()).count();
    let width = texts
        .iter()
        .rposition(|text| !text.is_empty())
        .map_or(0, |last| last + 1);
    (filled >= 2).then(|| rng::digest(texts[..width].join("\u{1f}")))
}

/// Chooses the layout of a sheet. Imports of the reader's side count before imports of the other one.
pub(super) async fn choose(rows: &impl ScopedConnection, reader: Reader, table: &Table) -> Result<SheetLayout, DbErr> {
    let first = table.filled_rows().take(HEADER_SEARCH_ROWS);
    let keys: Vec<(u32, String)> = first
        .filter_map(|(number, cells)| Some((number, header_key(&cells)?)))
        .collect();
    let (header_row, mapping) = headers::detect_mapping(table);
    let key_of = |row: u32| {
        keys.iter()
            .find(|(number, _)| *number == row)
            .map(|(_, key)| key.clone())
    };
    let detected = SheetLayout {
        header_row,
        mapping,
        marks: Vec::new(),
        header_key: key_of(header_row),
    };
    let own_side: SimpleExpr = Expr::case(Expr::col(import::Column::Side).eq(reader.side.as_str()), 0)
        .finally(1)
        .into();
    let known = import::Entity::find()
        .filter(import::Column::HeaderKey.is_in(keys.iter().map(|(_, key)| key)))
        .filter(import::Column::Status.eq(ImportStatus::Done))
        .order_by(own_side, Order::Asc)
        .order_by_desc(import::Column::Id)
        .limit(1);
    let Some(known) = rows.one(known).await? else {
        return Ok(detected);
    };
    let row = keys.iter().find(|(_, key)| known.header_key.as_ref() == Some(key));
    Ok(row.map_or(detected, |(number, key)| SheetLayout {
        header_row: *number,
        mapping: known.mapping.into_inner(),
        marks: known.columns.iter().map(|column| column.decimal_mark).collect(),
        header_key: Some(key.clone()),
    }))
}
