//! The cells of the warehouse.

use super::{ScanError, resolve::ResolvedCodes, targets::format_code};
use chrono::{DateTime, Utc};
use entities::cell;
use entities::order_item as item;
use platform::error::OperationError;
use platform::scope::ScopedConnection;
use sea_orm::{
    ActiveValue::NotSet, Condition, DbErr, QueryOrder, QuerySelect, Set, entity::prelude::*, sea_query::OnConflict,
};
use shared_types::{
    codes::{CodeKind, normalize},
    fields::{FieldErrors, Rule},
    id::CellId,
    items::ItemStatus,
    scan::{CELL_ITEMS, CELL_NAME, Cell, CellCard, NEW_CELLS, NewCells},
};
use std::{cmp::Ordering, collections::BTreeMap};
use trade::orders::viewer::Viewer;

/// Most items of a cell that are counted.
const MAX_COUNTED: u64 = 1_000_000;

/// The number of items in a cell.
#[derive(sea_orm::FromQueryResult)]
struct CellCount {
    cell: Option<String>,
    items: i64,
}

/// The condition for items that are in a cell of the warehouse.
fn in_cell() -> Condition {
    let statuses = [ItemStatus::AtWarehouse, ItemStatus::Packed, ItemStatus::Problem];
    Condition::all()
        .add(item::Column::Status.is_in(statuses))
        .add(item::Column::Cell.is_not_null())
}

fn view(cell: cell::Model, items: i64) -> Cell {
    Cell {
        id: Some(cell.id),
        code: Some(format_code(CodeKind::Cell, cell.id)),
        name: cell.name,
        items,
    }
}

/// Lists all cells by name, then the cell names of items for which no cell was created.
pub(super) async fn list(rows: &impl ScopedConnection) -> Result<Vec<Cell>, DbErr> {
    let count = item::Entity::find()
        .select_only()
        .column(item::Column::Cell)
        .column_as(item::Column::Id.count(), "items")
        .filter(in_cell())
        .group_by(item::Column::Cell);
    let counted: Vec<CellCount> = rows.all_as(count).await?;
    let mut counts: BTreeMap<String, i64> = counted
        .into_iter()
        .filter_map(|row| Some((row.cell?, row.items)))
        .collect();
    let known = rows
        .all(cell::Entity::find().order_by_asc(cell::Column::NameKey))
        .await?;
    let mut cells: Vec<Cell> = known
        .into_iter()
        .map(|cell| {
            let items = counts.remove(&cell.name).unwrap_or(0);
            view(cell, items)
        })
        .collect();
    cells.extend(counts.into_iter().map(|(name, items)| Cell {
        id: None,
        name,
        code: None,
        items,
    }));
    cells.sort_by(|one, other| compare_names(&one.name, &other.name));
    Ok(cells)
}

/// Adds cells; names that exist already are skipped.
pub(crate) async fn add(rows: &impl ScopedConnection, new: &NewCells, now: DateTime<Utc>) -> Result<(), ScanError> {
    let mut errors = FieldErrors::default();
    if new.names.is_empty() || new.names.len() > NEW_CELLS {
        errors.add(
            "names",
            Rule::OutOfRange(1, i64::try_from(NEW_CELLS).unwrap_or(i64::MAX)),
        );
    }
    let mut names = BTreeMap::new();
    for name in &new.names {
        let name = errors.required_text("names", name, CELL_NAME);
        names.insert(normalize(&name), name);
    }
    errors.into_result(())?;
    let cells = names.into_iter().map(|(key, name)| cell::ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        name: Set(name),
        name_key: Set(key),
        created_at: Set(now),
    });
    let on_conflict = OnConflict::columns([cell::Column::AgentId, cell::Column::NameKey])
        .do_nothing()
        .to_owned();
    rows.insert_many(cells.collect::<Vec<_>>(), Some(on_conflict)).await?;
    Ok(())
}

async fn find(rows: &impl ScopedConnection, id: CellId) -> Result<cell::Model, ScanError> {
    rows.one(cell::Entity::find_by_id(id))
        .await?
        .ok_or_else(|| OperationError::NotFound.into())
}

/// Returns a cell with its contents.
pub(super) async fn card(rows: &impl ScopedConnection, id: CellId, viewer: Viewer) -> Result<CellCard, ScanError> {
    let cell = find(rows, id).await?;
    let select = item::Entity::find()
        .filter(in_cell())
        .filter(item::Column::Cell.eq(cell.name.clone()))
        .order_by_asc(item::Column::Id)
        .limit(CELL_ITEMS);
    let resolved = ResolvedCodes::load_items(rows, select).await?.translated_for(viewer);
    let contents: Vec<_> = resolved.items.keys().filter_map(|id| resolved.item(*id)).collect();
    let mut items = i64::try_from(contents.len()).unwrap_or(i64::MAX);
    if contents.len() as u64 >= CELL_ITEMS {
        let all = in_cell().add(item::Column::Cell.eq(cell.name.clone()));
        items = rows
            .counts::<item::Entity>(vec![all], MAX_COUNTED)
            .await?
            .pop()
            .unwrap_or(items);
    }
    Ok(CellCard {
        cell: view(cell, items),
        contents,
    })
}

/// Removes an empty cell.
pub(super) async fn remove(rows: &impl ScopedConnection, id: CellId) -> Result<(), ScanError> {
    let cell = find(rows, id).await?;
    let contents = in_cell().add(item::Column::Cell.eq(cell.name.clone()));
    if rows.counts::<item::Entity>(vec![contents], 1).await?.first() != Some(&0) {
        return Err(ScanError::CellNotEmpty);
    }
    rows.delete_where(cell::Entity::delete_many().filter(cell::Column::Id.eq(cell.id)))
        .await?;
    Ok(())
}

/// Orders names as people count them: `A-2` before `A-10`, in any case.
fn compare_names(one: &str, other: &str) -> Ordering {
    alphanumeric_sort::compare_str(one.to_lowercase(), other.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::compare_names;

    #[test]
    fn names_are_sorted_by_their_numbers() {
        let mut names = ["B-1", "A-10", "a-2", "A-1", "A-2-11", "A-2-3", "Пол"];
        names.sort_by(|one, other| compare_names(one, other));
        assert_eq!(names, ["A-1", "a-2", "A-2-3", "A-2-11", "A-10", "B-1", "Пол"]);
    }
}
