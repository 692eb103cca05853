//! Storing an uploaded file: the columns are detected, the rows are counted and everything is stored next to the order.

use super::{
    blocks::BLOCK_ROWS,
    columns::ColumnScan,
    headers,
    heads::Heads,
    layouts::SheetLayout,
    pictures::StoredPictures,
    plan::Planner,
    preview::{Reader, full_view},
};
use books::billing;
use chrono::{DateTime, Utc};
use entities::imports::{block, import};
use entities::json::Json;
use entities::{order, order_item as item};
use platform::spreadsheet::ParsedSheet;
use platform::{rng, scope::ScopedConnection};
use sea_orm::{ActiveValue::NotSet, QueryOrder, QuerySelect, QueryTrait, Set, entity::prelude::*};
use shared_types::{
    billing::PlanLimit,
    id::OrderId,
    imports::{Import, ImportCounts, ImportStatus},
    items::ItemStatus,
    orders::Side,
};
use trade::orders::{OrderError, items::ensure_open};

/// Returns an order that the side may import items into.
pub(super) async fn find_open(
    rows: &impl ScopedConnection,
    side: Side,
    id: OrderId,
) -> Result<order::Model, OrderError> {
    let order = rows
        .one(order::Entity::find_by_id(id))
        .await?
        .ok_or(OrderError::NotFound)?;
    ensure_open(&order, side)?;
    Ok(order)
}

/// Returns the new items that earlier imports of the side added, oldest first.
pub(super) async fn imported_items(
    rows: &impl ScopedConnection,
    side: Side,
    id: OrderId,
) -> Result<Vec<item::Model>, OrderError> {
    let imports = import::Entity::find()
        .select_only()
        .column(import::Column::Id)
        .filter(import::Column::OrderId.eq(id.0))
        .filter(import::Column::Side.eq(side));
    let select = item::Entity::find()
        .filter(item::Column::OrderId.eq(id.0))
        .filter(item::Column::Status.eq(ItemStatus::New))
        .filter(item::Column::ImportId.in_subquery(imports.into_query()))
        .order_by_asc(item::Column::Id);
    Ok(rows.all(select).await?)
}

/// Serializes a value for the database. The values used here can always be serialized.
pub(super) fn to_json(value: &impl serde::Serialize) -> Result<String, OrderError> {
    serde_json::to_string(value).map_err(|error| DbErr::Json(error.to_string()).into())
}

/// Stores an import of a person in preview, with its rows in blocks.
pub(super) async fn save(
    rows: &impl ScopedConnection,
    (order, reader): (&order::Model, Reader),
    (file_name, file): (String, &[u8]),
    (sheet, layout, pictures): (ParsedSheet, SheetLayout, &StoredPictures),
    now: DateTime<Utc>,
) -> Result<Import, OrderError> {
    let SheetLayout {
        header_row,
        mut mapping,
        marks,
        header_key,
    } = layout;
    headers::map_pictures(&sheet.rows, &mut mapping);
    let width = sheet.rows.filled_rows().map(|(_, cells)| cells.len()).max();
    mapping.resize(width.unwrap_or_default(), None);
    let items = imported_items(rows, reader.side, order.id).await?;
    let below = || sheet.rows.filled_rows().filter(|(number, _)| *number > header_row);
    let mut scan = ColumnScan::new(&mapping, Heads::read(header_row, sheet.rows.filled_rows()));
    below().for_each(|(_, cells)| scan.add_row(&cells));
    let (columns, layout) = scan.finish(&marks);
    let mut planner = Planner::new(&layout, &items);
    below().for_each(|(_, cells)| planner.add_row(&cells));
    let counts = ImportCounts {
        hidden: sheet.hidden,
        ..planner.finish().counts
    };
    let header_row = i32::try_from(header_row).unwrap_or_default();
    let row = import::ActiveModel {
        id: NotSet,
        agent_id: Set(order.agent_id),
        client_id: Set(order.client_id),
        order_id: Set(order.id),
        actor_user_id: Set(Some(reader.user_id)),
        side: Set(reader.side),
        file_name: Set(file_name),
        file_hash: Set(rng::digest(file)),
        status: Set(ImportStatus::Preview),
        mapping: Set(Json::new(mapping)?),
        columns: Set(Json::new(columns)?),
        sheet: Set(sheet.name),
        sheets: Set(Json::new(sheet.names)?),
        header_row: Set(header_row),
        header_key: Set(header_key),
        counts: Set(Json::new(counts)?),
        undo: Set(None),
        pictures: Set(pictures.folder.clone()),
        picture_bytes: Set(pictures.bytes),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let import = rows.insert(row).await?;
    if pictures.folder.is_some() {
        let limit = (PlanLimit::Storage, pictures.storage_limit);
        billing::ensure_within(rows, order.agent_id, limit, now).await??;
    }
    let mut blocks = Vec::new();
    let mut rest = sheet.rows.filled_rows().peekable();
    while let Some((first, _)) = rest.peek() {
        let first = i32::try_from(*first).unwrap_or(i32::MAX);
        let content = to_json(&rest.by_ref().take(BLOCK_ROWS).collect::<Vec<_>>())?;
        blocks.push(block::ActiveModel {
            id: NotSet,
            agent_id: Set(order.agent_id),
            client_id: Set(order.client_id),
            import_id: Set(import.id),
            row_number: Set(first),
            content: Set(content),
        });
    }
    rows.insert_many(blocks, None).await?;
    // The person knows what is in the file.
    Ok(full_view(import))
}
